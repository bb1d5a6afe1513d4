import { mpegFrame } from './mpeg-frame.ts';

/**
 * What the bytes of a file, from some place on, say of it: they are sound, they are not, so many of them are a tag that
 * something must follow, or there are too few of them yet.
 */
export type AudioVerdict = 'sound' | 'other' | 'more' | { readonly skip: number };

/**
 * Whether a file is sound, by its bytes and whatever its sender calls it: MP3 and AAC (with or without ID3 tags), Ogg
 * and Opus, FLAC, WAV, AIFF, M4A, WebM. A tag alone is nothing: a page can stand behind one.
 * @param bytes from the start of the file, or from what followed the bytes that were to be skipped
 * @param isAll whether the file ends with them
 */
export function audioVerdict(bytes: Buffer, isAll: boolean): AudioVerdict {
  if (bytes.length === 0) return isAll ? 'other' : 'more';
  // Some writers put zeros behind their tag.
  if (bytes[0] === 0 && !isBoxOfMp4(bytes)) return bytes.length < HEAD && !isAll ? 'more' : afterZeros(bytes);
  if (bytes.length < HEAD && !isAll) return 'more';
  if (text(bytes, 0, 3) === 'ID3') return id3Verdict(bytes);
  if (isContainer(bytes)) return 'sound';
  return frameVerdict(bytes, isAll);
}

/** Enough to tell every container. */
const HEAD = 64;

const text = (bytes: Buffer, from: number, length: number): string =>
  bytes.toString('latin1', from, from + length);

const isBoxOfMp4 = (bytes: Buffer): boolean => text(bytes, 4, 4) === 'ftyp';

function afterZeros(bytes: Buffer): AudioVerdict {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return { skip: zeros === -1 ? bytes.length : zeros };
}

/** Ten bytes and a length of four times seven bits (https://id3.org/id3v2.4.0-structure §3.1). */
function id3Verdict(bytes: Buffer): AudioVerdict {
  if (bytes.length < 10) return 'other';
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10);
  if ((a | b | c | d) & 0x80) return 'other';
  const hasFooter = ((bytes[5] ?? 0) & 0x10) !== 0;
  return { skip: 10 + ((a << 21) | (b << 14) | (c << 7) | d) + (hasFooter ? 10 : 0) };
}

function isContainer(bytes: Buffer): boolean {
  const form = text(bytes, 8, 4);
  switch (text(bytes, 0, 4)) {
    case 'OggS':
      // What the first packet of the first stream is; one of pictures is refused.
      return OGG_CODECS.some((codec) => text(bytes, 27 + (bytes[26] ?? 0), codec.length) === codec);
    case 'fLaC':
      // The first block is STREAMINFO, of 34 bytes (RFC 9639 §8.1).
      return ((bytes[4] ?? 0) & 0x7f) === 0 && text(bytes, 5, 3) === '\0\0\x22';
    case 'RIFF':
    case 'RF64':
      return form === 'WAVE' && bytes.length > 20;
    case 'FORM':
      return (form === 'AIFF' || form === 'AIFC') && bytes.length > 20;
    case '\x1aE\xdf\xa3':
      return text(bytes, 0, HEAD).includes('webm');
  }
  return isBoxOfMp4(bytes) && /^(M4[AB] |mp4[12]|iso[m2-9]|dash)$/.test(form);
}

const OGG_CODECS = ['\x01vorbis', 'OpusHead', '\x7fFLAC', 'Speex   '];

/** One whole frame, and another one behind it unless the file ends there. */
function frameVerdict(bytes: Buffer, isAll: boolean): AudioVerdict {
  const first = mpegFrame(bytes);
  if (!first) return 'other';
  const next = bytes.subarray(first.length);
  if (bytes.length < first.length + 10) {
    if (!isAll) return 'more';
    return bytes.length === first.length ? 'sound' : 'other';
  }
  // A tag of the first version, or of another program, may follow the only frame.
  if (/^(TAG|APETAGEX)/.test(text(next, 0, 8))) return 'sound';
  return mpegFrame(next)?.kind === first.kind ? 'sound' : 'other';
}
