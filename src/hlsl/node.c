/* SPDX-License-Identifier: MIT */
/* node.c - see node.h. Source: DXIL.rst; the work graphs specification of DirectX-Specs. */
#include "hlsl/node.h"

#include "base/count.h"

#define IN       DXK_NODE_IO_FLAG_INPUT
#define OUT      DXK_NODE_IO_FLAG_OUTPUT
#define WRITE    DXK_NODE_IO_FLAG_READ_WRITE
#define EMPTY    DXK_NODE_IO_FLAG_EMPTY_RECORD
#define ARRAY    DXK_NODE_IO_FLAG_NODE_ARRAY
#define THREAD   DXK_NODE_IO_FLAG_THREAD_RECORD
#define GROUP    DXK_NODE_IO_FLAG_GROUP_RECORD
#define DISPATCH DXK_NODE_IO_FLAG_DISPATCH_RECORD

static const dxki_hlsl_node_info infos[] = {
    {DXKI_HLSL_O_NODE_DISPATCH_IN, IN | DISPATCH, DXK_NODE_LAUNCH_TYPE_BROADCASTING},
    {DXKI_HLSL_O_NODE_RW_DISPATCH_IN, IN | WRITE | DISPATCH, DXK_NODE_LAUNCH_TYPE_BROADCASTING},
    {DXKI_HLSL_O_NODE_GROUP_IN, IN | GROUP, DXK_NODE_LAUNCH_TYPE_COALESCING},
    {DXKI_HLSL_O_NODE_RW_GROUP_IN, IN | WRITE | GROUP, DXK_NODE_LAUNCH_TYPE_COALESCING},
    {DXKI_HLSL_O_NODE_THREAD_IN, IN | THREAD, DXK_NODE_LAUNCH_TYPE_THREAD},
    {DXKI_HLSL_O_NODE_RW_THREAD_IN, IN | WRITE | THREAD, DXK_NODE_LAUNCH_TYPE_THREAD},
    {DXKI_HLSL_O_NODE_EMPTY_IN, IN | EMPTY, DXK_NODE_LAUNCH_TYPE_COALESCING},
    {DXKI_HLSL_O_NODE_OUT, OUT | WRITE, 0},
    {DXKI_HLSL_O_NODE_OUT_ARRAY, OUT | WRITE | ARRAY, 0},
    {DXKI_HLSL_O_NODE_EMPTY_OUT, OUT | EMPTY, 0},
    {DXKI_HLSL_O_NODE_EMPTY_OUT_ARRAY, OUT | EMPTY | ARRAY, 0},
    {DXKI_HLSL_O_NODE_THREAD_OUT, OUT | WRITE | THREAD, 0},
    {DXKI_HLSL_O_NODE_GROUP_OUT, OUT | WRITE | GROUP, 0},
};

const dxki_hlsl_node_info *dxki_hlsl_node_at(uint8_t object)
{
    for (size_t i = 0; i < DXKI_COUNT(infos); i++)
        if (infos[i].object == object)
            return &infos[i];
    return NULL;
}

bool dxki_hlsl_node_is_input(const dxki_hlsl_node_info *info)
{
    return (info->flags & IN) != 0;
}

bool dxki_hlsl_node_is_output(const dxki_hlsl_node_info *info)
{
    return info->flags & OUT && !(info->flags & DISPATCH);
}

bool dxki_hlsl_node_has_records(const dxki_hlsl_node_info *info)
{
    uint8_t whose = info->flags & DISPATCH;

    return whose == GROUP || (info->flags & OUT && whose == THREAD);
}

uint8_t dxki_hlsl_node_scalar(uint8_t object)
{
    const dxki_hlsl_node_info *info = dxki_hlsl_node_at(object);

    if (!info)
        return DXKI_HLSL_S_UINT;
    return dxki_hlsl_node_is_output(info) ? DXKI_HLSL_S_NODE_HANDLE : DXKI_HLSL_S_RECORD_HANDLE;
}
