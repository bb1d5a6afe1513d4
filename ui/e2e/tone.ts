/** A tone of so many seconds as a WAV of 8,000 bytes a second, which every browser plays. */
export function tone(seconds: number): Buffer {
  const samples = Math.round(8_000 * seconds);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples, 40);
  const wave = Uint8Array.from({ length: samples }, (_, at) => 128 + Math.round(60 * Math.sin(at / 3)));
  return Buffer.concat([header, wave]);
}
