/** Puts hex digits into `into` from `at` on, eight a word; other characters, as the dashes of a UUID, are passed over. */
export function putHex(text: string, into: Uint32Array, at: number, words: number): void {
  let place = 0;
  for (let word = 0; word < words; word++) {
    let value = 0;
    for (let digits = 0; digits < 8 && place < text.length; place++) {
      const digit = DIGITS[text.charCodeAt(place)] ?? NONE;
      if (digit === NONE) continue;
      value = (value << 4) | digit;
      digits += 1;
    }
    into[at + word] = value;
  }
}

const NONE = 255;
const DIGITS = new Uint8Array(128).fill(NONE);
for (const digit of '0123456789abcdefABCDEF') DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
