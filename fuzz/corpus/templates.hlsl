template<typename T, int N> struct Stack {
    T items[N];
    int count;
    void push(T v) { if (count < N) items[count++] = v; }
    T sum() { T s = (T)0; [unroll] for (int i = 0; i < N; i++) s += items[i]; return s; }
};
template<typename T> T twice(T v) { return v + v; }
template<> float twice<float>(float v) { return v * 2; }
namespace math { enum class Mode : uint { Add = 1, Mul = Add << 1 }; static const float pi = 3.14159; }
struct Base { float a; float get() { return a; } };
struct Derived : Base { float2 b; float operator()(int i) { return b[i] + get(); } };
RWStructuredBuffer<float4> o;
[numthreads(4, 2, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Stack<float3, 4> s = (Stack<float3, 4>)0;
    s.push(twice(float3(id)));
    s.push(twice<float>(math::pi).xxx);
    o[id.x] = float4(s.sum(), (uint)math::Mode::Mul);
}



