/**
 * SHA-256 (FIPS 180-4) for who hashes a whole ledger in a browser: half of the time of a check is spent here. Eight rounds
 * are written out, so that no value has to be moved from one variable to the next, and nothing is called in them: the
 * engine does not put so many calls into one function. All else uses the library.
 */
export class FastSha256 {
  readonly #state = new Int32Array(8);
  /** Behind the whole blocks of what was told. */
  readonly #block = new Uint8Array(BLOCK);
  readonly #blockView = new DataView(this.#block.buffer);
  #length = 0;

  constructor() {
    this.reset();
  }

  reset(): void {
    this.#state.set(INITIAL);
    this.#length = 0;
  }

  update(bytes: Uint8Array): void {
    let at = 0;
    const held = this.#length % BLOCK;
    this.#length += bytes.length;
    if (held > 0) {
      const some = bytes.subarray(0, BLOCK - held);
      this.#block.set(some, held);
      if (held + some.length < BLOCK) return;
      compress(this.#state, this.#blockView, 0);
      at = some.length;
    }
    if (at + BLOCK <= bytes.length) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      for (; at + BLOCK <= bytes.length; at += BLOCK) compress(this.#state, view, at);
    }
    this.#block.set(bytes.subarray(at));
  }

  /** Puts 32 bytes into `into` from `at` on. Nothing more can be told before `reset`. */
  digestInto(into: Uint8Array, at: number): void {
    const held = this.#length % BLOCK;
    this.#block[held] = 0x80;
    this.#block.fill(0, held + 1);
    if (held >= BLOCK - LENGTH) {
      compress(this.#state, this.#blockView, 0);
      this.#block.fill(0);
    }
    // In bits: of the 53 of a safe integer the upper ones, and the lower 29 behind them.
    this.#blockView.setUint32(BLOCK - LENGTH, this.#length / 2 ** 29);
    this.#blockView.setUint32(BLOCK - 4, this.#length << 3);
    compress(this.#state, this.#blockView, 0);
    for (let n = 0; n < 8; n++) {
      const word = this.#state[n] ?? 0;
      into[at + 4 * n] = word >>> 24;
      into[at + 4 * n + 1] = word >>> 16;
      into[at + 4 * n + 2] = word >>> 8;
      into[at + 4 * n + 3] = word;
    }
  }
}

/** Bytes of a block, and of the length at the end of the last one. */
const [BLOCK, LENGTH] = [64, 8];

const INITIAL = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);

// biome-ignore format: eight in a line
const K = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);

/** The schedule of the block that is being compressed. */
const W = new Int32Array(64);

/** Adds the block of 64 bytes at `at` to the state. */
function compress(state: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) W[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [W[i - 15] ?? 0, W[i - 2] ?? 0];
    const near = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const far = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[i] = (W[i - 16] ?? 0) + near + (W[i - 7] ?? 0) + far;
  }
  let [a, b, c, d] = [state[0] ?? 0, state[1] ?? 0, state[2] ?? 0, state[3] ?? 0];
  let [e, f, g, h] = [state[4] ?? 0, state[5] ?? 0, state[6] ?? 0, state[7] ?? 0];
  let t = 0;
  // biome-ignore format: a round is three lines
  for (let i = 0; i < 64; i += 8) {
    t = h + (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) + (g ^ (e & (f ^ g))) + (K[i] ?? 0) + (W[i] ?? 0);
    d = (d + t) | 0;
    h = (t + (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) | (c & (a | b)))) | 0;
    t = g + (((d >>> 6) | (d << 26)) ^ ((d >>> 11) | (d << 21)) ^ ((d >>> 25) | (d << 7))) + (f ^ (d & (e ^ f))) + (K[i + 1] ?? 0) + (W[i + 1] ?? 0);
    c = (c + t) | 0;
    g = (t + (((h >>> 2) | (h << 30)) ^ ((h >>> 13) | (h << 19)) ^ ((h >>> 22) | (h << 10))) + ((h & a) | (b & (h | a)))) | 0;
    t = f + (((c >>> 6) | (c << 26)) ^ ((c >>> 11) | (c << 21)) ^ ((c >>> 25) | (c << 7))) + (e ^ (c & (d ^ e))) + (K[i + 2] ?? 0) + (W[i + 2] ?? 0);
    b = (b + t) | 0;
    f = (t + (((g >>> 2) | (g << 30)) ^ ((g >>> 13) | (g << 19)) ^ ((g >>> 22) | (g << 10))) + ((g & h) | (a & (g | h)))) | 0;
    t = e + (((b >>> 6) | (b << 26)) ^ ((b >>> 11) | (b << 21)) ^ ((b >>> 25) | (b << 7))) + (d ^ (b & (c ^ d))) + (K[i + 3] ?? 0) + (W[i + 3] ?? 0);
    a = (a + t) | 0;
    e = (t + (((f >>> 2) | (f << 30)) ^ ((f >>> 13) | (f << 19)) ^ ((f >>> 22) | (f << 10))) + ((f & g) | (h & (f | g)))) | 0;
    t = d + (((a >>> 6) | (a << 26)) ^ ((a >>> 11) | (a << 21)) ^ ((a >>> 25) | (a << 7))) + (c ^ (a & (b ^ c))) + (K[i + 4] ?? 0) + (W[i + 4] ?? 0);
    h = (h + t) | 0;
    d = (t + (((e >>> 2) | (e << 30)) ^ ((e >>> 13) | (e << 19)) ^ ((e >>> 22) | (e << 10))) + ((e & f) | (g & (e | f)))) | 0;
    t = c + (((h >>> 6) | (h << 26)) ^ ((h >>> 11) | (h << 21)) ^ ((h >>> 25) | (h << 7))) + (b ^ (h & (a ^ b))) + (K[i + 5] ?? 0) + (W[i + 5] ?? 0);
    g = (g + t) | 0;
    c = (t + (((d >>> 2) | (d << 30)) ^ ((d >>> 13) | (d << 19)) ^ ((d >>> 22) | (d << 10))) + ((d & e) | (f & (d | e)))) | 0;
    t = b + (((g >>> 6) | (g << 26)) ^ ((g >>> 11) | (g << 21)) ^ ((g >>> 25) | (g << 7))) + (a ^ (g & (h ^ a))) + (K[i + 6] ?? 0) + (W[i + 6] ?? 0);
    f = (f + t) | 0;
    b = (t + (((c >>> 2) | (c << 30)) ^ ((c >>> 13) | (c << 19)) ^ ((c >>> 22) | (c << 10))) + ((c & d) | (e & (c | d)))) | 0;
    t = a + (((f >>> 6) | (f << 26)) ^ ((f >>> 11) | (f << 21)) ^ ((f >>> 25) | (f << 7))) + (h ^ (f & (g ^ h))) + (K[i + 7] ?? 0) + (W[i + 7] ?? 0);
    e = (e + t) | 0;
    a = (t + (((b >>> 2) | (b << 30)) ^ ((b >>> 13) | (b << 19)) ^ ((b >>> 22) | (b << 10))) + ((b & c) | (d & (b | c)))) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
  state[5] = (state[5] ?? 0) + f;
  state[6] = (state[6] ?? 0) + g;
  state[7] = (state[7] ?? 0) + h;
}
