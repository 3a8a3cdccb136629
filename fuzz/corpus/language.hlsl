RWByteAddressBuffer o;
namespace N { enum class E : uint { a, b = 4 }; int f(E e) { return (int)e; } struct B { int x; }; }
using namespace N; using N::f;
template<typename T, int N = 2> struct S : B { T v[N]; T sum(); static T k; };
template<typename T, int N> T S<T, N>::sum() { return v[0] + v[N - 1]; }
template<typename T> struct S<T, 7> { uint a : 3, b : 5; T operator+(T x) { return x + a; } };
template<typename T> T twice(T x) { return x + x; } template<> int twice(int x) { return x; }
template<int N> struct F { static const int v = N * F<N - 1>::v; }; template<> struct F<0> { static const int v = 1; };
template<typename T, int R, int C> T first(matrix<T, R, C> m) { return m[0][0]; }
template<typename T> using V = vector<T, 4>;
int g()[2] { int a[2] = {1, 2}; return a; }
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
  S<float> s = {5, 1, i}; S<int, 7> t = {i, 2}; V<half> h = 1;
  auto n = t + 1; ((float)s.v[0]) = n; switch (i) case 0: n = f(E::b);
  while (int j = n) { n = j - 1; } ++(++n); (B)s = (B)s;
  o.Store(0, twice(s.sum()) + n + twice(3) + t.b + F<5>::v + first((float2x2)1) + h.w + g()[1] + s.B::x);
}
