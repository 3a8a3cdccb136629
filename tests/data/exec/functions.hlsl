// cs_6_2 main -enable-16bit-types
// Every function of reals that shaders have, on numbers of three widths, and what rounds.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0);

static uint at;

void Put(uint bits)
{
    Out.Store(at, bits);
    at += 4;
}

void Put(float x)
{
    Put(asuint(x));
}

void PutHalf(half x)
{
    Put((uint)asuint16(x));
}

void Put64(double x)
{
    uint low, high;
    asuint(x, low, high);
    Put(low);
    Put(high);
}

void Reals(float x, float y, float z)
{
    Put(sin(x));
    Put(cos(x));
    Put(tan(x));
    Put(asin(x));
    Put(acos(x));
    Put(atan(x));
    Put(sinh(x));
    Put(cosh(x));
    Put(tanh(x));
    Put(exp2(x));
    Put(log2(x));
    Put(sqrt(x));
    Put(rsqrt(x));
    Put(frac(x));
    Put(round(x));
    Put(floor(x));
    Put(ceil(x));
    Put(trunc(x));
    Put(saturate(x));
    Put(pow(x, y));
    Put(atan2(x, y));
    Put(fmod(x, y));
    Put(x / y);
    Put(mad(x, y, z));
    Put(min(x, y));
    Put(max(x, y));
    Put(dot(float4(x, y, z, 1), float4(z, x, y, x)));
    Put(f32tof16(x));
    Put(f16tof32(asuint(x)));
    Put((uint)x);
    Put((uint)(int)x);
    Put((float)asuint(x));
    Put((float)asint(x));
}

void Halves(half x, half y)
{
    PutHalf(sin(x));
    PutHalf(exp2(x));
    PutHalf(log2(x));
    PutHalf(sqrt(x));
    PutHalf(x + y);
    PutHalf(x * y);
    PutHalf(x / y);
    PutHalf(mad(x, y, x));
    Put((float)x);
}

void Doubles(double x, double y, float f)
{
    Put64(x + y);
    Put64(x * y);
    Put64(x / y);
    Put64(fma(x, y, x));
    Put64((double)f);
    Put((float)x);
    Put((uint)(int)x);
}

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    uint4 given = In.Load4(16 * t);
    at = 256 * t;
    if (t < 32)
        Reals(asfloat(given.x), asfloat(given.y), asfloat(given.z));
    else if (t < 48)
        Halves(asfloat16((uint16_t)given.x), asfloat16((uint16_t)given.y));
    else
        Doubles(asdouble(given.x, given.y), asdouble(given.z, given.w), asfloat(given.x));
}
