/* SPDX-License-Identifier: MIT */
/* suggest.c - which name may have been meant by one that is not known; see check.h. */
#include "base/count.h"
#include "hlsl/source.h"
#include "sema/check.h"

#define LONGEST 64u /* names that are longer are not compared */

/* How many letters must be changed, put in or taken out; more than `most` counts as most + 1. If `swaps`
 * are counted, two letters that change places are one change. */
static uint32_t distance(dxk_str a, dxk_str b, uint32_t most, bool swaps)
{
    uint32_t rows[3][LONGEST + 1];
    uint32_t *above = rows[0], *last = rows[1], *row = rows[2];

    if (a.size > LONGEST || b.size > LONGEST ||
        (a.size > b.size ? a.size - b.size : b.size - a.size) > most)
        return most + 1;
    for (uint32_t k = 0; k <= b.size; k++)
        last[k] = k;
    for (uint32_t i = 0; i < a.size; i++) {
        uint32_t lowest = row[0] = i + 1;
        for (uint32_t k = 0; k < b.size; k++) {
            uint32_t changed = last[k] + (a.data[i] != b.data[k]);
            uint32_t other = 1 + (last[k + 1] < row[k] ? last[k + 1] : row[k]);
            uint32_t best = changed < other ? changed : other;
            if (swaps && i && k && a.data[i] == b.data[k - 1] && a.data[i - 1] == b.data[k] &&
                above[k - 1] + 1 < best)
                best = above[k - 1] + 1;
            row[k + 1] = best;
            lowest = best < lowest ? best : lowest;
        }
        if (lowest > most)
            return most + 1;
        uint32_t *oldest = above;
        above = last;
        last = row;
        row = oldest;
    }
    return last[b.size];
}

/* The best name so far. */
typedef struct search {
    dxk_str wanted;
    dxki_sema_guess found;
    uint32_t best;  /* its distance, one more than allowed at first */
    uint32_t order; /* of its declaration: of one name the last is found */
    bool is_tied;   /* another name is as good */
    bool swaps;     /* see distance() */
    bool
        is_close; /* some name, of any kind, differs in at most a third of the letters, rounded down */
} search;

/* A third of the letters may differ, rounded up; names of one or two letters are like too many. */
static search begin(dxk_str wanted)
{
    uint32_t most = wanted.size < 3 ? 0 : (uint32_t)(wanted.size + 2) / 3;

    return (search){.wanted = wanted, .best = most + 1};
}

/* Words of the language are many, so fewer letters may differ: a quarter, rounded up. */
static search begin_words(dxk_str wanted)
{
    uint32_t most = wanted.size < 3 ? 0 : (uint32_t)(wanted.size + 3) / 4;

    return (search){.wanted = wanted, .best = most + 1, .swaps = true};
}

static void look_at(search *s, dxk_str name, uint32_t order, dxki_hlsl_loc loc,
                    const dxki_hlsl_symbol *symbol)
{
    size_t longer =
        name.size > s->wanted.size ? name.size - s->wanted.size : s->wanted.size - name.size;
    uint32_t d = distance(s->wanted, name, s->found.text.size ? s->best : s->best - 1, s->swaps);

    if (longer && s->wanted.size / longer < 3)
        return;
    const bool is_same = s->found.text.size && dxki_str_same(s->found.text, name);
    if (d == s->best && s->found.text.size && !is_same) {
        s->is_tied = true;
    } else if (d < s->best || (d == s->best && is_same && order > s->order)) {
        s->is_tied = s->is_tied && d == s->best;
        s->best = d;
        s->found = (dxki_sema_guess){.text = name, .loc = loc, .symbol = symbol};
        s->order = order;
    }
}

static void look_at_word(search *s, const char *word)
{
    look_at(s, dxki_str(word), 0, (dxki_hlsl_loc){0, 0}, NULL);
}

/* ---------------------------------------------------------------------------------------- */
/* Words of the language                                                                      */

/* What other languages call something. */
static const struct {
    const char *other, *own;
    bool is_type; /* digits may follow */
} foreign[] = {
    {"mix", "lerp", false},     {"fract", "frac", false},  {"inversesqrt", "rsqrt", false},
    {"dFdx", "ddx", false},     {"dFdy", "ddy", false},    {"vec", "float", true},
    {"ivec", "int", true},      {"uvec", "uint", true},    {"bvec", "bool", true},
    {"dvec", "double", true},   {"boolean", "bool", true}, {"long", "int64_t", true},
    {"short", "int16_t", true},
};

/* The end of a name that is a size of a vector or a matrix: "3", "4x4". */
static size_t shape_size(dxk_str name)
{
    size_t n = name.size, digits = 0;

    while (n && (name.data[n - 1] == 'x' || (name.data[n - 1] >= '1' && name.data[n - 1] <= '4'))) {
        n--;
        digits++;
    }
    return digits == 1 || digits == 3 ? digits : 0;
}

/* The name that another language has for it; empty: none. */
static dxk_str of_other_language(dxki_hlsl *c, dxk_str name, bool types)
{
    const size_t shape = types ? shape_size(name) : 0;
    const dxk_str stem = {name.data, name.size - shape};

    for (size_t i = 0; i < DXKI_COUNT(foreign); i++) {
        if (foreign[i].is_type == types && dxki_str_is(stem, foreign[i].other))
            return dxki_hlsl_join(c, dxki_str(foreign[i].own),
                                  (dxk_str){name.data + stem.size, shape});
    }
    return (dxk_str){"", 0};
}

/* A type of the language, or a word that a statement or a declaration begins with. */
static dxki_sema_guess suggest_type(dxki_hlsl *c, dxk_str name)
{
    static const char *const words[] = {"return",  "struct",   "const",   "static",
                                        "uniform", "continue", "discard", "typedef",
                                        "precise", "void",     "class"};
    const size_t shape = shape_size(name);
    const dxk_str stem = {name.data, name.size - shape};
    search s = begin_words(name), scalars = begin_words(stem);
    bool is_scalar;

    for (size_t i = 0;; i++) {
        const char *word = dxki_hlsl_type_word(c, i, &is_scalar);
        if (!word)
            break;
        if (is_scalar && shape && *word)
            look_at_word(&scalars, word);
        look_at_word(&s, word);
    }
    if (scalars.found.text.size && scalars.best <= s.best) {
        s.found = scalars.found;
        s.found.text = dxki_hlsl_join(c, s.found.text, (dxk_str){name.data + stem.size, shape});
    }
    for (size_t i = 0; i < DXKI_COUNT(words); i++)
        look_at_word(&s, words[i]);
    return s.found;
}

static dxki_sema_guess suggest_function(dxk_str name)
{
    search s = begin_words(name);
    const char *word;
    size_t at = 0;

    while ((word = dxki_sema_intrinsic_word(dxki_str(""), &at)) != NULL)
        look_at_word(&s, word);
    return s.found;
}

static dxki_sema_guess suggest_language(dxki_hlsl *c, dxk_str name, dxki_sema_use use)
{
    dxki_sema_guess found = {.text = of_other_language(c, name, use == DXKI_SEMA_TYPES)};

    if (found.text.size || (use != DXKI_SEMA_TYPES && use != DXKI_SEMA_CALLED))
        return found;
    return use == DXKI_SEMA_TYPES ? suggest_type(c, name) : suggest_function(name);
}

dxk_str dxki_sema_suggest_word(dxk_str name, const char *(*word)(size_t number))
{
    search s = begin_words(name);

    for (size_t i = 0; word(i); i++)
        look_at_word(&s, word(i));
    return s.found.text;
}

/* ---------------------------------------------------------------------------------------- */
/* What may stand at a place                                                                  */

enum {
    SPECIFIERS = 1, /* words that declarations begin with */
    EXPRESSIONS = 2,
    CASTS = 4,
    STATEMENTS = 8, /* in functions; elsewhere other words that begin something */
    TYPES = 16,     /* that are declared */
    TEMPLATES = 32, /* of types */
    FUNCTIONS = 64,
    VALUES = 128,
    SPACES = 256
};

/* Words that the reference knows, also those that HLSL does not have. */
static const struct {
    const char *words;
    uint32_t set;
} words[] = {
    {"char,const,double,enum,float,int,long,short,signed,struct,union,unsigned,void,volatile,"
     "extern,"
     "inline,static,typedef,bool,class,typename,wchar_t",
     SPECIFIERS},
    {"const_cast,dynamic_cast,reinterpret_cast,static_cast", CASTS},
    {"sizeof,false,true,delete,new,operator,throw,typeid", EXPRESSIONS},
};

/* The character behind a name in the source, past spaces; 0: it comes from a macro. */
static char next_of(const dxki_hlsl *c, dxk_str name, dxki_hlsl_loc loc)
{
    const dxki_hlsl_file *file = loc.expansion ? NULL : dxki_hlsl_file_of(c, loc);
    size_t at = file ? loc.at - file->base + name.size : 0;

    while (file && at < file->size && (file->text[at] == ' ' || file->text[at] == '\n'))
        at++;
    if (!file || at >= file->size)
        return 0;
    if (file->text[at] == '=' && file->text[at + 1] == '=') /* the text ends with a 0 */
        return '!';
    return file->text[at];
}

static bool begins_name(char ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_';
}

/* What a statement may begin with, in front of a character. */
static uint32_t first_set(char next)
{
    uint32_t set = TYPES | TEMPLATES | FUNCTIONS | VALUES | SPACES;

    if (next == '=')
        return VALUES;
    if (next == '.')
        set &= ~(uint32_t)SPACES;
    if (next == '<' || next == '[' || next == '*' || next == '&' || begins_name(next))
        set |= SPECIFIERS;
    else
        set &= ~(uint32_t)TYPES;
    if (next == '.' || begins_name(next))
        set |= EXPRESSIONS;
    if (next == ';' || next == '{' || begins_name(next))
        set |= STATEMENTS;
    return set;
}

static uint32_t set_of(dxki_sema_use use, char next)
{
    switch (use) {
    case DXKI_SEMA_FIRST:
        return first_set(next);
    case DXKI_SEMA_TYPES:
        return SPECIFIERS | TYPES | (next == '<' ? TEMPLATES : 0u);
    case DXKI_SEMA_MAYBE_TYPES:
        return set_of(DXKI_SEMA_VALUES, next) |
               (next && (strchr("()>{", next) || begins_name(next)) ? SPECIFIERS | TYPES : 0u);
    case DXKI_SEMA_CAST:
        return (set_of(DXKI_SEMA_VALUES, next) & ~(uint32_t)VALUES) | SPECIFIERS;
    case DXKI_SEMA_ARGUMENT:
        return set_of(DXKI_SEMA_VALUES, next) | SPECIFIERS;
    default:
        return use == DXKI_SEMA_CALLED
                   ? (uint32_t)FUNCTIONS
                   : (next == ')' ? 0u : STATEMENTS) | EXPRESSIONS | CASTS | VALUES;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Candidates                                                                                 */

/* A name, which counts only if it may stand there. */
static void look(search *s, dxk_str name, bool fits, const dxki_hlsl_symbol *symbol)
{
    const dxki_hlsl_loc nowhere = {0, 0};

    if (fits && !dxki_str_same(name, s->wanted))
        look_at(s, name, symbol ? symbol->order : 0, symbol ? symbol->loc : nowhere, symbol);
}

/* Words of a list that commas part. */
static void look_at_list(search *s, dxk_str list, bool fits)
{
    while (list.size) {
        const char *comma = memchr(list.data, ',', list.size);
        const size_t size = comma ? (size_t)(comma - list.data) : list.size;
        look(s, (dxk_str){list.data, size}, fits, NULL);
        list.data += size + (comma != NULL);
        list.size -= size + (comma != NULL);
    }
}

static void look_at_keywords(search *s, const dxki_hlsl *c, uint32_t set)
{
    const dxki_hlsl_sema *m = c->sema;
    const bool inside = m->function != NULL, rest = (set & STATEMENTS) != 0;

    for (size_t i = 0; i < DXKI_COUNT(words); i++)
        look_at_list(s, dxki_str(words[i].words), (words[i].set & set) != 0);
    look_at_list(s, dxki_str("this"),
                 set & EXPRESSIONS && inside && m->function->record && !m->function->is_static);
    look_at_list(s, dxki_str("do,else,for,goto,if,return,switch,while"), rest && inside);
    look_at_list(s, dxki_str("break"), rest && inside && (m->loops || m->switches));
    look_at_list(s, dxki_str("continue"), rest && inside && m->loops);
    look_at_list(s, dxki_str("case,default"), rest && inside && m->switches);
    look_at_list(s, dxki_str("namespace,template"), rest && !inside);
    look_at_list(s, dxki_str("using"), rest);
}

/* Is it declared in one of the scopes around? */
static bool is_visible(const dxki_hlsl *c, const dxki_hlsl_symbol *symbol)
{
    const dxki_hlsl_scope *scope = c->sema->scope;

    while (scope && scope != symbol->scope)
        scope = scope->outer;
    return scope != NULL;
}

static uint32_t set_of_symbol(const dxki_hlsl_symbol *symbol)
{
    switch (symbol->kind) {
    case DXKI_HLSL_SYM_TYPE:
        return TYPES;
    case DXKI_HLSL_SYM_TEMPLATE:
        return symbol->tmpl && symbol->tmpl->decl->kind == DXKI_AST_VARIABLE ? VALUES : TEMPLATES;
    case DXKI_HLSL_SYM_FUNCTION:
    case DXKI_HLSL_SYM_INTRINSIC:
        return FUNCTIONS;
    case DXKI_HLSL_SYM_NAMESPACE:
        return SPACES;
    case DXKI_HLSL_SYM_BAD:
        return 0;
    default:
        return VALUES;
    }
}

/* The name behind the dot that follows a name in the source; empty: there is none. */
static dxk_str member_of(const dxki_hlsl *c, dxk_str name, dxki_hlsl_loc loc)
{
    const dxki_hlsl_file *file = loc.expansion ? NULL : dxki_hlsl_file_of(c, loc);
    size_t at = file ? loc.at - file->base + name.size : 0, end;

    if (!file || at >= file->size || file->text[at] != '.')
        return (dxk_str){NULL, 0};
    for (end = ++at;
         begins_name(file->text[end]) || (file->text[end] >= '0' && file->text[end] <= '9'); end++)
        ;
    return (dxk_str){file->text + at, end - at};
}

/* May a value of a type have that member? */
static bool has_member(const dxki_hlsl *c, const dxki_hlsl_type *t, dxk_str member)
{
    static const char letters[] = "xyzwrgba";
    const dxki_hlsl_name *name = dxki_hlsl_find_name(c, member);

    if (t->kind == DXKI_HLSL_TY_RECORD)
        return !t->record->scope || t->record->has_base ||
               (name && dxki_sema_declared(c, t->record->scope, name));
    if (t->kind != DXKI_HLSL_TY_VECTOR && t->kind != DXKI_HLSL_TY_SCALAR)
        return t->kind != DXKI_HLSL_TY_ARRAY && t->kind != DXKI_HLSL_TY_ENUM;
    for (size_t i = 0; i < member.size; i++) {
        const char *at = strchr(letters, member.data[i]);
        if (!at || (uint32_t)(at - letters) % 4 >= t->leaves)
            return false;
    }
    return member.size <= 4;
}

static void look_at_symbols(search *s, const dxki_hlsl *c, uint32_t set, dxk_str member)
{
    for (size_t i = 0; i < c->sema->symbol_buckets; i++) {
        for (const dxki_hlsl_symbol *symbol = c->sema->symbols[i]; symbol; symbol = symbol->next) {
            const dxki_hlsl_type *t =
                symbol->kind == DXKI_HLSL_SYM_VAR && symbol->var ? symbol->var->type : NULL;
            if ((set_of_symbol(symbol) & set) != 0 && is_visible(c, symbol) &&
                (!t || !member.size || has_member(c, t, member)))
                look(s, symbol->name->text, true, symbol);
        }
    }
}

/* Did the reference see a name in front of a place? What other files have is taken for seen. */
static bool is_seen(const dxki_hlsl *c, const dxki_hlsl_name *name, dxki_hlsl_loc loc)
{
    const dxki_hlsl_loc first = {name ? name->first : 0, 0};

    return first.at && (first.at < loc.at || dxki_hlsl_file_of(c, first) !=
                                                 dxki_hlsl_file_of(c, dxki_hlsl_shown(c, loc)));
}

/* Types of numbers are declared once they are named, all others from the beginning. */
static void look_at_types(search *s, dxki_hlsl *c, uint32_t set, dxki_hlsl_loc loc)
{
    bool is_scalar;

    for (size_t i = 0; i < c->name_buckets && set & TYPES; i++) {
        for (dxki_hlsl_name *n = c->names[i]; n; n = n->next) {
            if (!is_seen(c, n, loc) || dxki_hlsl_is_type_keyword(n->text))
                continue;
            const dxki_hlsl_predeclared *p = dxki_hlsl_predeclared_of(c, n);
            look(s, n->text, p && p->kind == DXKI_HLSL_P_NUMERIC, NULL);
        }
    }
    for (size_t i = 0;; i++) {
        const char *word = dxki_hlsl_type_word(c, i, &is_scalar);
        if (!word)
            break;
        if (is_scalar || strcmp(word, "string") == 0)
            continue;
        const dxki_hlsl_predeclared *p =
            dxki_hlsl_predeclared_of(c, dxki_hlsl_intern_kept(c, dxki_str(word)));
        const bool plain =
            p && p->kind == DXKI_HLSL_P_OBJECT &&
            dxki_hlsl_object_at((dxki_hlsl_object)p->object)->args == DXKI_HLSL_ARGS_NO;
        look(s, dxki_str(word), (set & (plain ? TYPES : TEMPLATES)) != 0, NULL);
    }
}

/* Functions of the language that the source has named. */
static void look_at_functions(search *s, const dxki_hlsl *c, uint32_t set, dxki_hlsl_loc loc)
{
    const char *word;
    size_t at = 0;

    while ((word = dxki_sema_intrinsic_word(dxki_str(""), &at)) != NULL) {
        if (is_seen(c, dxki_hlsl_find_name(c, dxki_str(word)), loc))
            look(s, dxki_str(word), (set & FUNCTIONS) != 0, NULL);
    }
}

static search look_for(dxki_hlsl *c, dxk_str name, dxki_sema_use use, dxki_hlsl_loc loc)
{
    const uint32_t set = set_of(use, next_of(c, name, loc));
    search s = begin(name);

    look_at_keywords(&s, c, set);
    look_at_symbols(&s, c, set,
                    use == DXKI_SEMA_FIRST ? (dxk_str){NULL, 0} : member_of(c, name, loc));
    look_at_types(&s, c, set, loc);
    look_at_functions(&s, c, set, loc);
    for (size_t i = 0; dxki_hlsl_number_word(i); i++)
        look(&s, dxki_str(dxki_hlsl_number_word(i)), (set & VALUES) != 0, NULL);
    /* outside of expressions fewer letters may differ */
    const bool in_expression = use != DXKI_SEMA_TYPES && use != DXKI_SEMA_FIRST;
    if (s.is_tied || (!in_expression && s.best > name.size / 3))
        s.found.text.size = 0;
    return s;
}

static bool is_intrinsic(dxk_str text)
{
    const char *word;
    size_t at = 0;

    while ((word = dxki_sema_intrinsic_word(dxki_str(""), &at)) != NULL)
        if (dxki_str_is(text, word))
            return true;
    return false;
}

/* A keyword that no value is. */
static bool is_word(dxk_str text)
{
    return !dxki_str_is(text, "true") && !dxki_str_is(text, "false") &&
           !dxki_hlsl_number_of(text) && !is_intrinsic(text);
}

/* The same kind of candidate in the words of messages. */
static dxki_sema_meant kind_of(dxki_hlsl *c, const dxki_sema_guess *guess)
{
    if (guess->symbol)
        return guess->symbol->kind == DXKI_HLSL_SYM_TYPE       ? DXKI_SEMA_MEANT_TYPE
               : guess->symbol->kind == DXKI_HLSL_SYM_TEMPLATE ? DXKI_SEMA_MEANT_TEMPLATE
                                                               : DXKI_SEMA_MEANT_VALUE;
    if (dxki_hlsl_is_type_keyword(guess->text))
        return DXKI_SEMA_MEANT_WORD;
    const dxki_hlsl_predeclared *p =
        dxki_hlsl_predeclared_of(c, dxki_hlsl_intern_kept(c, guess->text));
    if (!p)
        return is_word(guess->text) ? DXKI_SEMA_MEANT_WORD : DXKI_SEMA_MEANT_VALUE;
    return p->kind == DXKI_HLSL_P_NUMERIC ||
                   (p->kind == DXKI_HLSL_P_OBJECT &&
                    dxki_hlsl_object_at((dxki_hlsl_object)p->object)->args == DXKI_HLSL_ARGS_NO)
               ? DXKI_SEMA_MEANT_TYPE
               : DXKI_SEMA_MEANT_TEMPLATE;
}

dxki_sema_guess dxki_sema_suggest(dxki_hlsl *c, dxk_str name, dxki_sema_use use, bool is_first,
                                  dxki_hlsl_loc loc)
{
    search s = {0};

    is_first = is_first && next_of(c, name, loc) != '(';
    if (is_first)
        s = look_for(c, name, DXKI_SEMA_FIRST, loc);
    if (!is_first || s.is_tied) /* what is not found at all is not looked for again */
        s = look_for(c, name, use, loc);
    if (s.found.text.size)
        s.found.kind = kind_of(c, &s.found);
    if (s.found.text.size && (use == DXKI_SEMA_MAYBE_TYPES || use == DXKI_SEMA_ARGUMENT) &&
        s.found.kind != DXKI_SEMA_MEANT_VALUE && s.best > name.size / 3) /* too far for a type */
        return dxki_sema_suggest(c, name, DXKI_SEMA_VALUES, is_first, loc);
    return s.found.text.size ? s.found : (dxki_sema_guess){.text = {"", 0}};
}

bool dxki_sema_is_in_front(const dxki_hlsl *c, dxk_str name, dxki_hlsl_loc loc)
{
    return begins_name(next_of(c, name, loc));
}

void dxki_sema_tell_language(dxki_hlsl *c, dxk_str name, dxki_sema_use use, dxki_hlsl_loc loc)
{
    const dxki_sema_guess guess = suggest_language(c, name, use);

    if (guess.text.size)
        DXKI_HLSL_REPORT(c, WORD_MEANT, loc, dxki_text(guess.text));
}

/* Methods that a structure declares, and what it has once for all objects. */
static void look_at_scope(search *s, const dxki_hlsl *c, const dxki_hlsl_scope *scope)
{
    for (size_t i = 0; i < c->sema->symbol_buckets; i++) {
        for (const dxki_hlsl_symbol *symbol = c->sema->symbols[i]; symbol; symbol = symbol->next)
            if (symbol->scope == scope && symbol->kind == DXKI_HLSL_SYM_FUNCTION)
                look_at(s, symbol->name->text, 0, symbol->loc, NULL);
    }
}

static dxki_sema_guess suggest_method(const dxki_hlsl_type *t, dxk_str name)
{
    const dxk_str scope = dxki_str(dxki_hlsl_object_at((dxki_hlsl_object)t->object)->name);
    search s = begin_words(name);
    const char *word;
    size_t at = 0;

    while ((word = dxki_sema_intrinsic_word(scope, &at)) != NULL)
        look_at_word(&s, word);
    return s.is_tied ? (dxki_sema_guess){.text = {"", 0}} : s.found;
}

dxki_sema_guess dxki_sema_suggest_member(const dxki_hlsl *c, const dxki_hlsl_type *t, dxk_str name,
                                         bool is_called)
{
    search s = begin(name);

    if (t->kind == DXKI_HLSL_TY_OBJECT)
        return suggest_method(t, name);
    while (t->kind == DXKI_HLSL_TY_RECORD) {
        const dxki_hlsl_record *r = t->record;
        for (size_t i = r->has_base; !is_called && i < r->field_count; i++)
            if (r->fields[i].name)
                look_at(&s, r->fields[i].name->text, 0, r->fields[i].loc, NULL);
        if (is_called)
            look_at_scope(&s, c, r->scope);
        if (!r->has_base || !r->field_count)
            break;
        t = r->fields[0].type;
    }
    return s.found;
}

void dxki_sema_tell_guess(dxki_hlsl *c, const dxki_sema_guess *guess)
{
    if (guess->loc.at)
        DXKI_HLSL_REPORT(c, DECLARED_HERE, guess->loc, dxki_text(guess->text));
}
