import { fileTypeFromBuffer } from 'file-type';
import { mpegFrame } from './mpeg-frame.ts';

/**
 * What the bytes of a file, from some place on, say of it: they are sound, they are not, so many of them are a tag that
 * something must follow, or there are too few of them yet.
 */
export type AudioVerdict = 'sound' | 'other' | 'more' | { readonly skip: number };

/**
 * Whether a file is sound, by its bytes and whatever its sender calls it: MP3 and AAC (with or without ID3 tags), Ogg
 * and Opus, FLAC, WAV, AIFF, M4A, WebM. `file-type` tells containers; two places are stricter than it is. A tag alone is
 * nothing: a page can stand behind one that is longer than what was looked at. And frames without a container begin
 * with eleven bits that anything may begin with: one must be whole and be followed by another.
 * @param bytes from the start of the file, or from what followed the bytes that were to be skipped
 * @param isAll whether the file ends with them
 */
export async function audioVerdict(bytes: Buffer, isAll: boolean): Promise<AudioVerdict> {
  if (bytes.length === 0) return isAll ? 'other' : 'more';
  if (bytes.length < HEAD && !isAll) return 'more';
  if (text(bytes, 0, 3) === 'ID3') return id3Verdict(bytes);
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  if (mime && CONTAINERS.has(mime)) return bytes.length > SHORTEST_CONTAINER ? 'sound' : 'other';
  const isFrame = mpegFrame(bytes) !== undefined;
  if (mime && !isFrame) return 'other';
  // Some writers put zeros behind their tag.
  if (bytes[0] === 0) return afterZeros(bytes);
  return isFrame ? frameVerdict(bytes, isAll) : 'other';
}

/** Enough for `file-type` to tell what it knows. */
const HEAD = 4_100;
/** Bytes of a head with nothing in it. */
const SHORTEST_CONTAINER = 20;

const CONTAINERS: ReadonlySet<string> = new Set([
  'audio/ogg',
  'audio/ogg; codecs=opus',
  'audio/flac',
  'audio/wav',
  'audio/aiff',
  'audio/x-m4a',
  'audio/mp4',
  // Sound without a picture is called so, too.
  'video/mp4',
  'video/webm',
]);

const text = (bytes: Buffer, from: number, length: number): string =>
  bytes.toString('latin1', from, from + length);

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
