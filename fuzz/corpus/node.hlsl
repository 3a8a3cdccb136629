struct [NodeTrackRWInputSharing] R { uint2 grid : SV_DispatchGrid; float2x3 m; bool b; };
struct J { uint16_t4 n; bool b; };
RWStructuredBuffer<uint> o;
[Shader("node")] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(8, 1, 1)] [NumThreads(8, 1, 1)]
[NodeMaxRecursionDepth(2)] [NodeID("split", 1)]
void split(globallycoherent RWDispatchNodeInputRecord<R> r, uint i : SV_GroupIndex,
           [MaxRecords(4)] [NodeID("split")] NodeOutput<R> self,
           [MaxRecordsSharedWith(self)] [UnboundedSparseNodes] NodeOutputArray<R> many,
           [NodeArraySize(3)] [AllowSparseNodes] EmptyNodeOutputArray none) {
    GroupNodeOutputRecords<R> w = self.GetGroupNodeOutputRecords(GetRemainingRecursionLevels() > 0);
    if (many[i].IsValid()) w[i & 1].m[1] = r.Get().m[i & 1];
    w.OutputComplete();
    none[i % 3].ThreadIncrementOutputCount(1);
    Barrier(r, DEVICE_SCOPE);
    if (r.FinishedCrossGroupSharing()) InterlockedAdd(r.Get().grid.y, i);
}
[Shader("node")] [NodeLaunch("coalescing")] [NumThreads(4, 2, 1)] [NodeShareInputOf("split", 1)]
void join([MaxRecords(8)] RWGroupNodeInputRecords<J> r, uint3 t : SV_GroupThreadID) {
    if (t.x < r.Count()) { r[t.x].b = !r[t.x].b; o[t.y] = r.Get(t.y).n.w; }
    Barrier(ALL_MEMORY, GROUP_SYNC | GROUP_SCOPE);
}





