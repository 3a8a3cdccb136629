/* SPDX-License-Identifier: MIT */
/*
 * test_print_md.c - the module printer: metadata nodes of every kind, comments, options,
 * bounds, damaged modules.
 */
#include "dxk/listing.h"
#include "print_support.h"

/* --- metadata --- */

static dxki_md text_md(dxk_module *m, const char *text)
{
    return dxki_md_string(m, (dxk_str){text, strlen(text)});
}

/* All nodes as operands of !n. */
static void name_nodes(dxk_module *m, const dxki_md *nodes, uint32_t count)
{
    dxki_named_md named = {str(m, "n"), (uint32_t)m->words.count, count};
    for (uint32_t i = 0; i < count; i++)
        assert_true(dxki_vec_push(the_ctx, &m->words, nodes[i]));
    assert_true(dxki_vec_push(the_ctx, &m->named_mds, named));
}

static void tuples(void **state)
{
    (void)state;
    dxk_module *m = start();
    dxki_md leaf = dxki_md_tuple(m, NULL, 0, false), other = dxki_md_tuple(m, NULL, 0, true);
    dxki_md mixed[] = {0, text_md(m, "a\"\n"), dxki_md_of_value(m, i32(m, 7)), leaf};
    dxki_md top = dxki_md_tuple(m, mixed, 4, false);
    dxki_md pair[] = {top, other};
    dxki_md root = dxki_md_tuple(m, pair, 2, true);
    name_nodes(m, (dxki_md[]){root, leaf}, 2);
    expect(m, "\n!n = !{!0, !2}\n"
              "\n!0 = distinct !{!1, !3}\n"
              "!1 = !{null, !\"a\\22\\0A\", i32 7, !2}\n"
              "!2 = !{}\n"
              "!3 = distinct !{}\n");
}

/* A node of each kind: all fields set to something, and all to nothing. */
static void debug_nodes(void **state)
{
    (void)state;
    static const char *const full[] = {
        [DXKI_M_LOCATION] = "DILocation(line: 1, column: 1, scope: !S, inlinedAt: !S)",
        [DXKI_M_GENERIC] = "GenericDINode(tag: DW_TAG_array_type, header: \"s\", operands: {!S, "
                           "!\"s\"})",
        [DXKI_M_SUBRANGE] = "DISubrange(count: 1, lowerBound: 1)",
        [DXKI_M_ENUMERATOR] = "DIEnumerator(name: \"s\", value: 1)",
        [DXKI_M_BASIC_TYPE] = "DIBasicType(tag: DW_TAG_array_type, name: \"s\", size: 1, align: 1, "
                              "encoding: DW_ATE_address)",
        [DXKI_M_FILE] = "DIFile(filename: \"s\", directory: \"s\")",
        [DXKI_M_DERIVED_TYPE] = "DIDerivedType(tag: DW_TAG_array_type, name: \"s\", scope: !S, "
                                "file: !S, line: 1, baseType: !S, size: 1, align: 1, offset: 1, "
                                "flags: DIFlagPrivate, extraData: !S)",
        [DXKI_M_COMPOSITE_TYPE] =
            "DICompositeType(tag: DW_TAG_array_type, name: \"s\", scope: !S, file: !S, line: 1, "
            "baseType: !S, size: 1, align: 1, offset: 1, flags: DIFlagPrivate, elements: !S, "
            "runtimeLang: DW_LANG_C89, vtableHolder: !S, templateParams: !S, identifier: \"s\")",
        [DXKI_M_SUBROUTINE_TYPE] = "DISubroutineType(flags: DIFlagPrivate, types: !S)",
        [DXKI_M_COMPILE_UNIT] =
            "DICompileUnit(language: DW_LANG_C89, file: !S, producer: \"s\", isOptimized: true, "
            "flags: \"s\", runtimeVersion: 1, splitDebugFilename: \"s\", emissionKind: 1, enums: "
            "!S, retainedTypes: !S, subprograms: !S, globals: !S, imports: !S, dwoId: 1)",
        [DXKI_M_SUBPROGRAM] =
            "DISubprogram(name: \"s\", linkageName: \"s\", scope: !S, file: !S, line: 1, type: !S, "
            "isLocal: true, isDefinition: true, scopeLine: 1, containingType: !S, virtuality: "
            "DW_VIRTUALITY_virtual, virtualIndex: 1, flags: DIFlagPrivate, isOptimized: true, "
            "function: !S, templateParams: !S, declaration: !S, variables: !S)",
        [DXKI_M_LEXICAL_BLOCK] = "DILexicalBlock(scope: !S, file: !S, line: 1, column: 1)",
        [DXKI_M_LEXICAL_BLOCK_FILE] = "DILexicalBlockFile(scope: !S, file: !S, discriminator: 1)",
        [DXKI_M_NAMESPACE] = "DINamespace(name: \"s\", scope: !S, file: !S, line: 1)",
        [DXKI_M_TEMPLATE_TYPE] = "DITemplateTypeParameter(name: \"s\", type: !S)",
        [DXKI_M_TEMPLATE_VALUE] = "DITemplateValueParameter(tag: DW_TAG_array_type, name: \"s\", "
                                  "type: !S, value: !S)",
        [DXKI_M_GLOBAL_VAR] =
            "DIGlobalVariable(name: \"s\", linkageName: \"s\", scope: !S, file: !S, line: 1, type: "
            "!S, isLocal: true, isDefinition: true, variable: !S, declaration: !S)",
        [DXKI_M_LOCAL_VAR] = "DILocalVariable(tag: DW_TAG_array_type, name: \"s\", arg: 1, scope: "
                             "!S, file: !S, line: 1, type: !S, flags: DIFlagPrivate)",
        [DXKI_M_EXPRESSION] = "DIExpression(1)",
        [DXKI_M_OBJC_PROPERTY] = "DIObjCProperty(name: \"s\", file: !S, line: 1, setter: \"s\", "
                                 "getter: \"s\", attributes: 1, type: !S)",
        [DXKI_M_IMPORTED_ENTITY] = "DIImportedEntity(tag: DW_TAG_array_type, name: \"s\", scope: "
                                   "!S, entity: !S, line: 1)",
        [DXKI_M_MODULE] = "DIModule(scope: !S, name: \"s\", configMacros: \"s\", includePath: "
                          "\"s\", isysroot: \"s\")",
    };
    static const char *const empty[] = {
        [DXKI_M_LOCATION] = "DILocation(line: 0, scope: null)",
        [DXKI_M_GENERIC] = "GenericDINode(tag: 0)",
        [DXKI_M_SUBRANGE] = "DISubrange(count: 0)",
        [DXKI_M_ENUMERATOR] = "DIEnumerator(name: \"\", value: 0)",
        [DXKI_M_BASIC_TYPE] = "DIBasicType(tag: 0)",
        [DXKI_M_FILE] = "DIFile(filename: \"\", directory: \"\")",
        [DXKI_M_DERIVED_TYPE] = "DIDerivedType(tag: 0, baseType: null)",
        [DXKI_M_COMPOSITE_TYPE] = "DICompositeType(tag: 0)",
        [DXKI_M_SUBROUTINE_TYPE] = "DISubroutineType(types: null)",
        [DXKI_M_COMPILE_UNIT] = "DICompileUnit(language: 0, file: null, isOptimized: false, "
                                "runtimeVersion: 0, emissionKind: 0)",
        [DXKI_M_SUBPROGRAM] = "DISubprogram(scope: null, isLocal: false, isDefinition: false, "
                              "isOptimized: false)",
        [DXKI_M_LEXICAL_BLOCK] = "DILexicalBlock(scope: null)",
        [DXKI_M_LEXICAL_BLOCK_FILE] = "DILexicalBlockFile(scope: null, discriminator: 0)",
        [DXKI_M_NAMESPACE] = "DINamespace(scope: null)",
        [DXKI_M_TEMPLATE_TYPE] = "DITemplateTypeParameter(type: null)",
        [DXKI_M_TEMPLATE_VALUE] = "DITemplateValueParameter(tag: 0, value: null)",
        [DXKI_M_GLOBAL_VAR] = "DIGlobalVariable(scope: null, isLocal: false, isDefinition: false)",
        [DXKI_M_LOCAL_VAR] = "DILocalVariable(tag: 0, arg: 0, scope: null)",
        [DXKI_M_EXPRESSION] = "DIExpression()",
        [DXKI_M_OBJC_PROPERTY] = "DIObjCProperty()",
        [DXKI_M_IMPORTED_ENTITY] = "DIImportedEntity(tag: 0, scope: null)",
        [DXKI_M_MODULE] = "DIModule(scope: null)",
    };
    for (int kind = DXKI_M_LOCATION; kind < DXKI_M_COUNT; kind++) {
        for (int filled = 0; filled < 2; filled++) {
            dxk_module *m = start();
            dxki_md node = dxki_md_tuple(m, NULL, 0, true), s = text_md(m, "s"), ops[16] = {0};
            uint64_t nums[16] = {0};
            const dxki_di_node *info = dxki_di_node_get((dxki_md_kind)kind);
            uint32_t op_count = info->op_count, num_count = info->num_count;
            for (int i = 0; filled && i < info->field_count; i++) {
                const dxki_di_field *field = &info->fields[i];
                if (!dxki_di_field_is_ref((dxki_di_field_kind)field->kind))
                    nums[field->slot] = 1;
                else
                    ops[field->slot] = field->kind == DXKI_DK_STR ? s : node;
            }
            if (kind == DXKI_M_GENERIC && filled) {
                ops[op_count++] = node;
                ops[op_count++] = s;
            }
            if (kind == DXKI_M_EXPRESSION)
                num_count = (uint32_t)filled;
            dxki_md made =
                dxki_md_node(m, (dxki_md_kind)kind, ops, op_count, nums, num_count, filled == 1);
            name_nodes(m, (dxki_md[]){node, made}, 2);
            char want[1024] = "\n!n = !{!0, !1}\n\n!0 = distinct !{}\n!1 = ";
            size_t size = strlen(want);
            for (const char *p = filled ? "distinct !" : "!"; *p; p++)
                want[size++] = *p;
            for (const char *p = (filled ? full : empty)[kind]; *p; p++)
                want[size++] = p[0] == 'S' && p[-1] == '!' ? '0' : *p;
            want[size++] = '\n';
            want[size] = 0;
            expect(m, want);
        }
    }
}

static void debug_details(void **state)
{
    (void)state;
    dxk_module *m = start();
    uint64_t base[] = {0x24, 0, 0, 0}, tvp[] = {0x30}, local[] = {0x100, 0, 0, 0xffff};
    uint64_t range[] = {(uint64_t)-1, (uint64_t)-5}, tag[] = {6, 0, 0, 0};
    uint64_t valid[] = {6, 0x22, 3, 0x9d, 0, 8}, cut[] = {6, 0x9d, 0}, unknown[] = {0x10, 4};
    uint64_t flags[] = {0x8000 | 3 | 4};
    dxki_md none[3] = {0};
    dxki_md nodes[] = {
        dxki_md_node(m, DXKI_M_BASIC_TYPE, none, 1, base, 4, false),
        dxki_md_node(m, DXKI_M_BASIC_TYPE, none, 1, tag, 4, false),
        dxki_md_node(m, DXKI_M_TEMPLATE_VALUE, none, 3, tvp, 1, false),
        dxki_md_node(m, DXKI_M_LOCAL_VAR, (dxki_md[4]){0}, 4, local, 4, false),
        dxki_md_node(m, DXKI_M_SUBRANGE, NULL, 0, range, 2, false),
        dxki_md_node(m, DXKI_M_EXPRESSION, NULL, 0, valid, 6, false),
        dxki_md_node(m, DXKI_M_EXPRESSION, NULL, 0, cut, 3, false),
        dxki_md_node(m, DXKI_M_EXPRESSION, NULL, 0, unknown, 2, false),
        dxki_md_node(m, DXKI_M_SUBROUTINE_TYPE, none, 1, flags, 1, false),
    };
    name_nodes(m, nodes, COUNT(nodes));
    expect(m, "\n!n = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}\n"
              "\n!0 = !DIBasicType()\n"
              "!1 = !DIBasicType(tag: 6)\n"
              "!2 = !DITemplateValueParameter(value: null)\n"
              "!3 = !DILocalVariable(tag: DW_TAG_auto_variable, scope: null, flags: DIFlagPublic | "
              "DIFlagFwdDecl | DIFlagAppleBlock | DIFlagBlockByrefStruct | DIFlagVirtual | "
              "DIFlagArtificial | DIFlagExplicit | DIFlagPrototyped | DIFlagObjcClassComplete | "
              "DIFlagObjectPointer | DIFlagVector | DIFlagStaticMember | DIFlagLValueReference | "
              "DIFlagRValueReference | 32768)\n"
              "!4 = !DISubrange(count: -1, lowerBound: -5)\n"
              "!5 = !DIExpression(DW_OP_deref, DW_OP_plus, 3, DW_OP_bit_piece, 0, 8)\n"
              "!6 = !DIExpression(6, 157, 0)\n"
              "!7 = !DIExpression(16, 4)\n"
              "!8 = !DISubroutineType(flags: DIFlagPublic | DIFlagFwdDecl | 32768, types: null)\n");
}

/* --- comments --- */

static void attach(dxk_module *m, dxki_value inst, const char *kind, dxki_md node)
{
    uint32_t number = dxki_md_kind_index(m, (dxk_str){kind, strlen(kind)});
    assert_true(dxki_inst_set_attachment(m, DXKI_INDEX(inst), number, node));
}

static void attachments(void **state)
{
    (void)state;
    dxk_module *m = start();
    uint32_t b = body(m);
    dxki_md scope = dxki_md_tuple(m, NULL, 0, true);
    dxki_value x = add(m, b, PLAIN(ADD, DXKI_TY_I32), OPS(i32(m, 1), i32(m, 2)), NULL);
    assert_true(dxki_inst_set_dbg(m, DXKI_INDEX(x), dxki_md_location(m, 3, 4, scope, 0)));
    attach(m, x, "dx.precise", dxki_md_tuple(m, NULL, 0, false));
    attach(m, x, "range", scope);
    dxki_value y = add(m, b, PLAIN(ADD, DXKI_TY_I32), OPS(x, x), NULL);
    assert_true(dxki_inst_set_dbg(m, DXKI_INDEX(y), dxki_md_location(m, 0, 4, scope, 0)));
    ret_void(m, b);
    expect(m, "\ndefine void @f() {\n"
              "  %1 = add i32 1, 2, !dbg !0, !range !1, !dx.precise !2 ; line:3 col:4\n"
              "  %2 = add i32 %1, %1, !dbg !3\n"
              "  ret void\n}\n"
              "\n!0 = !DILocation(line: 3, column: 4, scope: !1)\n"
              "!1 = distinct !{}\n"
              "!2 = !{}\n"
              "!3 = !DILocation(line: 0, column: 4, scope: !1)\n");
}

static dxki_value md_operand(dxki_md id)
{
    return DXKI_VALUE(DXKI_V_METADATA, id);
}

static void variables(void **state)
{
    (void)state;
    dxk_module *m = start();
    dxki_type md3[] = {DXKI_TY_METADATA, DXKI_TY_METADATA, DXKI_TY_METADATA};
    dxki_type md4[] = {DXKI_TY_METADATA, DXKI_TY_I64, DXKI_TY_METADATA, DXKI_TY_METADATA};
    dxki_type declare_type = dxki_type_function(m, DXKI_TY_VOID, md3, 3, false);
    dxki_type value_type = dxki_type_function(m, DXKI_TY_VOID, md4, 4, false);
    uint32_t declare = function(m, "llvm.dbg.declare", declare_type, false);
    uint32_t value = function(m, "llvm.dbg.value", value_type, false);
    dxki_md sub_ops[10] = {0}, ops[4] = {0}, block_ops[2] = {0};
    sub_ops[DXKI_DI_SUBPROGRAM_NAME] = text_md(m, "fun");
    dxki_md sub = dxki_md_node(m, DXKI_M_SUBPROGRAM, sub_ops, 10, (uint64_t[8]){0}, 8, false);
    block_ops[DXKI_DI_LEXICAL_BLOCK_SCOPE] = sub;
    dxki_md block =
        dxki_md_node(m, DXKI_M_LEXICAL_BLOCK, block_ops, 2, (uint64_t[2]){1, 2}, 2, false);
    ops[DXKI_DI_LOCAL_VAR_SCOPE] = block;
    ops[DXKI_DI_LOCAL_VAR_NAME] = text_md(m, "va\"r");
    dxki_md var =
        dxki_md_node(m, DXKI_M_LOCAL_VAR, ops, 4, (uint64_t[4]){0x100, 0, 0, 0}, 4, false);
    dxki_md expr = dxki_md_node(m, DXKI_M_EXPRESSION, NULL, 0, (uint64_t[1]){6}, 1, false);
    uint32_t b = body(m);
    dxki_md one = dxki_md_of_value(m, i32(m, 1));
    dxki_value call =
        add(m, b, VOID_INST(CALL),
            OPS(md_operand(one), md_operand(var), md_operand(expr), global_of(declare)),
            OPS(declare_type, 0));
    assert_true(dxki_inst_set_dbg(m, DXKI_INDEX(call), dxki_md_location(m, 9, 1, sub, 0)));
    dxki_md wrapped = dxki_md_tuple(m, &one, 1, false); /* stands for the constant alone */
    add(m, b, VOID_INST(CALL),
        OPS(md_operand(wrapped), dxki_const_int(m, DXKI_TY_I64, 0), md_operand(text_md(m, "s")),
            md_operand(expr), global_of(value)),
        OPS(value_type, 0));
    ret_void(m, b);
    expect(m, "\ndeclare void @llvm.dbg.declare(metadata, metadata, metadata)\n"
              "\ndeclare void @llvm.dbg.value(metadata, i64, metadata, metadata)\n"
              "\ndefine void @f() {\n"
              "  call void @llvm.dbg.declare(metadata i32 1, metadata !0, metadata !3), !dbg !4 ; "
              "var:\"va\"r\" !DIExpression(DW_OP_deref) func:\"fun\"\n"
              "  call void @llvm.dbg.value(metadata i32 1, i64 0, metadata !\"s\", metadata !3)\n"
              "  ret void\n}\n"
              "\n!0 = !DILocalVariable(tag: DW_TAG_auto_variable, name: \"va\\22r\", scope: !1)\n"
              "!1 = !DILexicalBlock(scope: !2, line: 1, column: 2)\n"
              "!2 = !DISubprogram(name: \"fun\", scope: null, isLocal: false, isDefinition: false, "
              "isOptimized: false)\n"
              "!3 = !DIExpression(DW_OP_deref)\n"
              "!4 = !DILocation(line: 9, column: 1, scope: !2)\n");
}

static void operations(void **state)
{
    (void)state;
    dxk_module *m = start();
    dxki_type type = fn_type(m, DXKI_TY_VOID, DXKI_TY_I32, 0, true);
    dxki_type props = dxki_type_struct(m, (dxki_type[]){DXKI_TY_I32, DXKI_TY_I32}, 2, false);
    dxki_value f = global_of(function(m, "dx.op.x", type, false));
    dxki_value words[2] = {i32(m, 0x1900c), i32(m, 16)};
    uint32_t b = body(m);
    uint32_t extra[] = {type, 0, END};
    add(m, b, VOID_INST(CALL), OPS(i32(m, 4), f), extra);
    add(m, b, VOID_INST(CALL), OPS(i32(m, 312), f), extra);
    add(m, b, VOID_INST(CALL), OPS(i32(m, -1), f), extra);
    add(m, b, VOID_INST(CALL), OPS((uint32_t)i32(m, INT32_MIN), f), extra);
    add(m, b, VOID_INST(CALL), OPS(dxki_const_undef(m, DXKI_TY_I32), f), extra);
    add(m, b, VOID_INST(CALL),
        OPS(i32(m, 216), i32(m, 0), dxki_const_aggregate(m, props, words, 2), f), extra);
    add(m, b, VOID_INST(CALL), OPS(i32(m, 216), i32(m, 0), dxki_const_null(m, props), f), extra);
    add(m, b, VOID_INST(CALL), OPS(i32(m, 216), i32(m, 0), dxki_const_undef(m, props), f), extra);
    ret_void(m, b);
    expect(m,
           "\ndeclare void @dx.op.x(i32, ...)\n"
           "\ndefine void @f() {\n"
           "  call void (i32, ...) @dx.op.x(i32 4)  ; "
           "LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)\n"
           "  call void (i32, ...) @dx.op.x(i32 312)  ; invalid DXIL opcode #312\n"
           "  call void (i32, ...) @dx.op.x(i32 -1)  ; invalid DXIL opcode #4294967295\n"
           "  call void (i32, ...) @dx.op.x(i32 -2147483648)  ; ExperimentalNop()\n"
           "  call void (i32, ...) @dx.op.x(i32 undef)\n"
           "  call void (i32, ...) @dx.op.x(i32 216, i32 0, { i32, i32 } { i32 102412, i32 16 }) "
           " ; AnnotateHandle(res,props)  resource: reordercoherent "
           "RWStructuredBuffer<stride=16, counter>\n"
           "  call void (i32, ...) @dx.op.x(i32 216, i32 0, { i32, i32 } zeroinitializer)  ; "
           "AnnotateHandle(res,props)  resource: <invalid resource properties>\n"
           "  call void (i32, ...) @dx.op.x(i32 216, i32 0, { i32, i32 } undef)  ; "
           "AnnotateHandle(res,props)\n"
           "  ret void\n}\n");
}

static void resources(void **state)
{
    (void)state;
    static const struct {
        uint32_t word0, word1;
        const char *text;
    } rows[] = {
        {13, 64, "CBuffer"},
        {15, 64, "TBuffer"},
        {14, 0, "SamplerState"},
        {14 | 1 << 15, 0, "SamplerComparisonState"},
        {2, 9 | 4 << 8, "Texture2D<4xF32>"},
        {2 | 1 << 12, 5 | 1 << 8, "RWTexture2D<U32>"},
        {10 | 1 << 12 | 1 << 13, 8 | 2 << 8, "ROVTypedBuffer<2xF16>"},
        {11 | 1 << 12 | 1 << 14, 0, "globallycoherent RWByteAddressBuffer"},
        {11, 0, "ByteAddressBuffer"},
        {12 | 1 << 15, 8, "StructuredBuffer<stride=8>"},
        {16, 0, "RTAccelerationStructure"},
        {17 | 1 << 12, 0, "FeedbackTexture2D<MinMip>"},
        {18 | 1 << 12, 1, "FeedbackTexture2DArray<MipRegionUsed>"},
        {17, 2, "FeedbackTexture2D<<invalid sampler feedback type>>"},
        {4, 200 | 255 << 8, "Texture3D<255x<invalid CompType>>"},
        {99, 0, "<invalid resource properties>"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char buffer[DXK_RESOURCE_TEXT_SIZE];
        dxk_resource_properties p = dxk_resource_properties_decode(rows[i].word0, rows[i].word1);
        dxk_str text = dxk_resource_properties_text(&p, buffer);
        assert_int_equal(text.size, strlen(rows[i].text));
        assert_memory_equal(text.data, rows[i].text, text.size);
    }
}

/* --- options, bounds --- */

static dxk_module *small_module(void)
{
    dxk_module *m = start();
    dxki_type s = dxki_type_identified(m, str(m, "s"));
    dxki_type member = DXKI_TY_FLOAT;
    assert_true(dxki_type_set_body(m, s, &member, 1, false));
    variable(m, "g", s, dxki_const_null(m, s));
    uint32_t set = attribute_set(m, (dxki_attr[]){{.kind = DXKI_AT_NOUNWIND}}, 1);
    dxki_attr_slot slot = {DXKI_ATTR_SLOT_FUNCTION, set};
    uint32_t f = function(m, "dx.op.f", fn_type(m, DXKI_TY_I32, DXKI_TY_I32, 0, false), true);
    m->globals.items[f].attrs = dxki_attr_make_list(m, &slot, 1);
    uint32_t a = dxki_block_add(m, f), b = dxki_block_add(m, f);
    dxki_value x = add(m, a, PLAIN(CALL, DXKI_TY_I32), OPS(i32(m, 6), global_of(f)),
                       OPS(m->globals.items[f].value_type, 0));
    add(m, a, VOID_INST(BR), OPS(block_of(b)), NULL);
    add(m, b, VOID_INST(RET), OPS(x), NULL);
    name_nodes(m, (dxki_md[]){dxki_md_tuple(m, NULL, 0, false)}, 1);
    return m;
}

static void options(void **state)
{
    (void)state;
    dxk_print_options o = {.no_comments = true};
    expect_with(small_module(), &o,
                "\n%s = type { float }\n"
                "\n@g = global %s zeroinitializer\n"
                "\ndefine i32 @dx.op.f(i32) #0 {\n"
                "  %2 = call i32 @dx.op.f(i32 6)\n"
                "  br label %3\n"
                "\n; <label>:3\n"
                "  ret i32 %2\n}\n"
                "\nattributes #0 = { nounwind }\n"
                "\n!n = !{!0}\n"
                "\n!0 = !{}\n");
    o = (dxk_print_options){.raw_ids = true, .no_comments = true};
    expect_with(small_module(), &o,
                "\n%s = type { float }  ; type 16\n"
                "\n@g = global %s zeroinitializer  ; global 1\n"
                "\ndefine i32 @dx.op.f(i32) #0 {\n"
                "  %2 = call i32 @dx.op.f(i32 6)  ; inst 1\n"
                "  br label %3  ; inst 2\n"
                "\n; <label>:3\n"
                "  ret i32 %2  ; inst 3\n}\n"
                "\nattributes #0 = { nounwind }\n"
                "\n!n = !{!0}\n"
                "\n!0 = !{}  ; md 1\n");
}

static void offsets(void **state)
{
    (void)state;
    dxk_module *m = start();
    uint32_t b = body(m);
    ret_void(m, b);
    assert_true(dxki_vec_push(the_ctx, &m->inst_bits, 0));
    assert_true(dxki_vec_push(the_ctx, &m->inst_bits, 1234));
    dxk_print_options o = {.offsets = true};
    expect_with(m, &o, "\ndefine void @f() {\n  ret void  ; bit 000004d2\n}\n");
}

/* Colours are marks in the same text, and columns do not count them. */
static void colors(void **state)
{
    (void)state;
    dxk_buffer plain, colored;
    dxk_print_options o = {.color = true};
    dxk_module *m = small_module();
    dxk_buffer_init(&plain, the_ctx);
    dxk_buffer_init(&colored, the_ctx);
    assert_int_equal(dxk_module_print(m, NULL, dxk_buffer_sink(&plain)), DXK_OK);
    assert_int_equal(dxk_module_print(m, &o, dxk_buffer_sink(&colored)), DXK_OK);
    assert_true(colored.size > plain.size);
    size_t size = 0;
    for (size_t i = 0; i < colored.size; i++) {
        if (colored.data[i] == 033)
            while (colored.data[i] != 'm')
                i++;
        else
            colored.data[size++] = colored.data[i];
    }
    assert_int_equal(size, plain.size);
    assert_memory_equal(plain.data, colored.data, size);
    dxk_buffer_free(&plain);
    dxk_buffer_free(&colored);
    dxk_module_free(m);
    support_ctx_done(the_ctx);
}

/* Metadata nests as deep as it likes. */
static void deep_metadata(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    dxk_module *m = start();
    dxki_md node = dxki_md_tuple(m, NULL, 0, false);
    for (int i = 0; i < DEPTH; i++)
        node = dxki_md_tuple(m, &node, 1, true);
    name_nodes(m, &node, 1);
    dxk_buffer out;
    dxk_buffer_init(&out, the_ctx);
    assert_int_equal(dxk_module_print(m, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_memory_equal(out.data + out.size - 14, "!100000 = !{}\n", 14);
    dxk_buffer_free(&out);
    dxk_module_free(m);
    support_ctx_done(the_ctx);
}

static dxk_status refuse(void *user, const void *data, size_t size)
{
    (void)data;
    size_t *left = user;
    if (size > *left)
        return DXK_E_INVALID;
    *left -= size;
    return DXK_OK;
}

/* A constant and a type whose text has 2^60 pieces: printing stops when the sink refuses. */
static void endless(void **state)
{
    (void)state;
    dxk_module *m = start();
    dxki_value value = i32(m, 1);
    dxki_type type = DXKI_TY_I32;
    for (int i = 0; i < 60; i++) {
        dxki_value twice[2] = {value, value};
        dxki_type types[2] = {type, type};
        type = dxki_type_struct(m, types, 2, false);
        value = dxki_const_aggregate(m, type, twice, 2);
    }
    variable(m, "g", type, value);
    size_t left = 1 << 20;
    assert_int_equal(dxk_module_print(m, NULL, (dxk_sink){refuse, &left}), DXK_E_SINK);
    dxk_module_free(m);
    support_ctx_done(the_ctx);
}

/* Whatever the sink says, a gigabyte is enough. */
static void too_long(void **state)
{
    (void)state;
    enum { SIZE = 1 << 22 };
    dxk_module *m = start();
    char *text = dxki_string_space(m, SIZE);
    assert_non_null(text);
    memset(text, 'x', SIZE);
    dxki_string name = dxki_string_add_view(m, (dxk_str){text, SIZE});
    for (int i = 0; i < 300; i++)
        global_at(m, function(m, NULL, fn_type(m, DXKI_TY_VOID, 0, 0, false), false))->gc = name;
    size_t left = SIZE_MAX;
    assert_int_equal(dxk_module_print(m, NULL, (dxk_sink){refuse, &left}), DXK_E_LIMIT);
    assert_true(support_reported(the_ctx, "LIMIT.OUTPUT"));
    dxk_ctx_clear_diags(the_ctx);
    dxk_module_free(m);
    support_ctx_done(the_ctx);
}

static dxk_status print_failing(dxk_ctx *ctx, void *user)
{
    const char *name = user;
    size_t size;
    uint8_t *data = support_sample(name, &size);
    dxk_container *container;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    dxk_status status = dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container);
    if (status == DXK_OK) {
        status = dxk_disassemble(container, NULL, dxk_buffer_sink(&out));
        dxk_container_free(container);
    }
    dxk_buffer_free(&out);
    free(data);
    return status;
}

static void failing_allocations(void **state)
{
    (void)state;
    support_fail_allocations(print_failing, (char[]){"debug.dxil"});
    support_fail_allocations(print_failing, (char[]){"lib-rt.dxil"});
}

/* Damaged, but read as far as possible. */
static void salvage(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = support_sample("ps.dxil", &size);
    dxk_disassemble_options o = {.salvage = true};
    unsigned printed = 0;
    for (size_t cut = size; cut > 0; cut -= cut > 97 ? 97 : cut) {
        dxk_ctx *ctx = support_ctx();
        dxk_container *container;
        dxk_buffer out;
        dxk_buffer_init(&out, ctx);
        dxk_container_read(ctx, (dxk_bytes){data, cut}, &(dxk_read_options){.salvage = true},
                           &container);
        if (container) {
            dxk_status status = dxk_disassemble(container, &o, dxk_buffer_sink(&out));
            assert_true(status == DXK_OK || status == DXK_E_INVALID || status == DXK_E_NOT_FOUND);
            printed += out.size > 0;
            dxk_container_free(container);
        }
        dxk_buffer_free(&out);
        support_ctx_done(ctx);
    }
    assert_true(printed > 3);
    free(data);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(tuples),        cmocka_unit_test(debug_nodes),
    cmocka_unit_test(debug_details), cmocka_unit_test(attachments),
    cmocka_unit_test(variables),     cmocka_unit_test(operations),
    cmocka_unit_test(resources),     cmocka_unit_test(options),
    cmocka_unit_test(offsets),       cmocka_unit_test(colors),
    cmocka_unit_test(deep_metadata), cmocka_unit_test(endless),
    cmocka_unit_test(too_long),      cmocka_unit_test(failing_allocations),
    cmocka_unit_test(salvage),
};
SUPPORT_SUITE(test_print_md, tests);
