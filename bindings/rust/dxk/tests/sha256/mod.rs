// SPDX-License-Identifier: MIT
//! SHA-256 as text. Source: FIPS 180-4.

/// The first 32 bits of the fractions of the roots of the first primes: cube roots for the rounds, square roots to begin.
fn fractions(root: u32, count: usize) -> Vec<u32> {
    let primes = (2u64..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    primes.take(count).map(|prime| fraction(prime, root)).collect()
}

/// floor(root(prime) * 2^32) mod 2^32, found bit by bit.
fn fraction(prime: u64, root: u32) -> u32 {
    let power = |x: u128| (0..root).try_fold(1u128, |product, _| product.checked_mul(x));
    let target = u128::from(prime) << (32 * root);
    let mut value = 0u128;
    for bit in (0..40).rev() {
        let larger = value | 1 << bit;
        if power(larger).map_or(false, |p| p <= target) {
            value = larger;
        }
    }
    value as u32
}

fn add_block(state: &mut [u32], block: &[u8], rounds: &[u32]) {
    let mut w: Vec<u32> = block.chunks(4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]])).collect();
    for i in 16..64 {
        let (a, b) = (w[i - 15], w[i - 2]);
        let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
        let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
        w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
    }
    let mut s: Vec<u32> = state.to_vec();
    for i in 0..64 {
        let (a, e) = (s[0], s[4]);
        let choice = (e & s[5]) ^ (!e & s[6]);
        let majority = (a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]);
        let one = [e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25), choice, rounds[i], w[i]]
            .iter()
            .fold(s[7], |sum, x| sum.wrapping_add(*x));
        let two = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add(majority);
        s.rotate_right(1);
        s[4] = s[4].wrapping_add(one);
        s[0] = one.wrapping_add(two);
    }
    for (old, new) in state.iter_mut().zip(s) {
        *old = old.wrapping_add(new);
    }
}

/// The digest as 64 hexadecimal digits.
pub fn text(data: &[u8]) -> String {
    let rounds = fractions(3, 64);
    let mut state = fractions(2, 8);
    let mut padded = data.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8 + 63) / 64 * 64 - 8, 0);
    padded.extend((data.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks(64) {
        add_block(&mut state, block, &rounds);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

#[test]
fn gives_the_digests_of_the_standard() {
    assert_eq!(text(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(text(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}
