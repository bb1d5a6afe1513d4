export type MpegFrame = {
  /** Of all frames of a file the same. */
  readonly kind: string;
  /** Bytes, the header included. */
  readonly length: number;
};

/**
 * The frame of MPEG audio (ISO/IEC 11172-3 §2.4.2.3 and 13818-3) or of AAC in ADTS (13818-7 §6.2) that begins here;
 * undefined where none does, or one of a rate that its header does not tell.
 */
export function mpegFrame(bytes: Buffer): MpegFrame | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  if ((second & 0xf6) === 0xf0) {
    const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
    const rate = (third >> 2) & 0xf;
    return length < 7 || rate > 12 ? undefined : { kind: `ADTS ${rate}`, length };
  }
  const version = VERSIONS[(second >> 3) & 3];
  const layer = 4 - ((second >> 1) & 3);
  const hertz = version?.hertz[(third >> 2) & 3];
  if (!version || layer === 4 || hertz === undefined) return undefined;
  const kilobits = version.kilobits[layer - 1]?.[(third >> 4) - 1];
  if (kilobits === undefined) return undefined;
  const padding = (third >> 1) & 1;
  const kind = `MPEG layer ${layer} ${hertz}`;
  if (layer === 1) return { kind, length: 4 * (Math.floor((12_000 * kilobits) / hertz) + padding) };
  const samples = layer === 3 && version.isLowRate ? 576 : 1_152;
  return { kind, length: Math.floor((samples * 125 * kilobits) / hertz) + padding };
}

type Version = {
  readonly hertz: readonly number[];
  /** By layer, then by the index in the header from 1 on. */
  readonly kilobits: readonly (readonly number[])[];
  readonly isLowRate: boolean;
};

const LOW = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const lowRate = (...hertz: number[]): Version => ({
  hertz,
  kilobits: [[32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256], LOW, LOW],
  isLowRate: true,
});

/** By the two bits of the header: 2.5, reserved, 2, 1. */
const VERSIONS: readonly (Version | undefined)[] = [
  lowRate(11_025, 12_000, 8_000),
  undefined,
  lowRate(22_050, 24_000, 16_000),
  {
    hertz: [44_100, 48_000, 32_000],
    kilobits: [
      [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
      [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
      [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    ],
    isLowRate: false,
  },
];
