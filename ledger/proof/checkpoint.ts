import { base64Of, bytesOfBase64 } from './base64.ts';

/** The head of a log as C2SP tlog-checkpoint (https://c2sp.org/tlog-checkpoint) signs it. */
export type Checkpoint = {
  /** Whose log it is: a URL without a scheme, no spaces. */
  readonly origin: string;
  /** Entries under the root. */
  readonly size: number;
  /** 32 bytes, RFC 6962. */
  readonly root: Uint8Array;
};

/** The three lines that are signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  if (!isOrigin(origin) || !Number.isSafeInteger(size) || size < 0 || root.length !== 32) {
    throw new RangeError(`no checkpoint: ${origin}, ${size} entries, a root of ${root.length} bytes`);
  }
  return `${origin}\n${size}\n${base64Of(root)}\n`;
}

/**
 * The checkpoint in a note's text. Undefined for anything else, extension lines too: the standard advises against them,
 * because nobody can check them.
 */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin, digits, encoded, end, ...more] = text.split('\n');
  if (!origin || !digits || !encoded || end !== '' || more.length > 0 || !isOrigin(origin)) return undefined;
  const [size, root] = [Number(digits), bytesOfBase64(encoded)];
  if (!/^(0|[1-9]\d*)$/.test(digits) || !Number.isSafeInteger(size) || root?.length !== 32) return undefined;
  return { origin, size, root };
}

/** Stricter than the standard, which only advises it: an origin is also the name of the key that signs. */
export const isOrigin = (text: string): boolean => /^[^\s\u0085+]{1,200}$/u.test(text);
