/* SPDX-License-Identifier: MIT */
/*
 * text_mutator.c - how libFuzzer changes the inputs of targets that read text. A text in UTF-16 is
 * changed as text, not as bytes, and now and then a text changes its encoding.
 */
#include <stdlib.h>

#include "text.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

#define NARROW 0
#define LITTLE 1
#define BIG    2

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    bool big;
    unsigned form = fuzz_is_utf16(data, size, &big) ? LITTLE + big : NARROW;
    unsigned next = seed % 16 == 0 ? seed / 16 % 3 : form;
    if ((form == NARROW && next == NARROW) || max_size < 4)
        return LLVMFuzzerMutate(data, size, max_size);
    size_t room = next == NARROW ? max_size : max_size / 2 - 1;
    uint8_t *text = malloc(max_size);
    if (!text)
        return 0;
    for (size_t i = 0; i < size && form == NARROW; i++)
        text[i] = data[i];
    if (form != NARROW)
        size = fuzz_from_utf16(text, data, size, big);
    size = LLVMFuzzerMutate(text, size < room ? size : room, room);
    if (next != NARROW)
        size = fuzz_to_utf16(data, text, size, next == BIG);
    for (size_t i = 0; i < size && next == NARROW; i++)
        data[i] = text[i];
    free(text);
    return size;
}
