import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** What a program did to a file, in the order of its doing. */
export type FileCall = { readonly path: string } & (
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Uint8Array }
  | { readonly kind: 'cut'; readonly length: number }
  /** Over at that moment, milliseconds since 1970: what was done before stands on the disk afterwards. */
  | { readonly kind: 'sync'; readonly until: number }
) & {
    /** When it was begun, milliseconds since 1970. */
    readonly at: number;
  };

const LINE = /^(\d+) +(\d+\.\d+) (.*)$/;
const CALL = /^(\w+)\(\d+<([^>]*)>(?:, )?(.*)\) += (-?\d+|\?).*?(?:<(\d+\.\d+)>)?$/;

/**
 * What `strace -f -y -ttt -T -xx` has seen of some files.
 * @throws on a call that changes one of them and is not understood
 */
export async function readTrace(trace: string, paths: readonly string[]): Promise<readonly FileCall[]> {
  const wanted = new Map(paths.map((path) => [hexOf(path), path]));
  /** By thread: a call that other threads' lines came into. */
  const begun = new Map<string, { readonly at: string; readonly text: string }>();
  const calls: FileCall[] = [];
  for await (const line of createInterface({ input: createReadStream(trace, 'latin1') })) {
    const [, thread = '', moment = '', text = ''] = LINE.exec(line) ?? [];
    const unfinished = ' <unfinished ...>';
    if (text.endsWith(unfinished)) {
      begun.set(thread, { at: moment, text: text.slice(0, -unfinished.length) });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(text)?.[0];
    const start = resumed === undefined ? { at: moment, text: '' } : begun.get(thread);
    if (!start) continue;
    const [, name = '', path = '', rest = '', result = '', took = '0'] =
      CALL.exec(start.text + text.slice(resumed?.length ?? 0)) ?? [];
    const file = wanted.get(path);
    if (file === undefined || Number(result) < 0 || result === '?') continue;
    const at = Number(start.at) * 1_000;
    calls.push({ path: file, at, ...meaning(name, rest, Number(result), at, Number(took) * 1_000) });
  }
  return calls;
}

type Meaning = {
  [Kind in FileCall['kind']]: Omit<Extract<FileCall, { kind: Kind }>, 'path' | 'at'>;
}[FileCall['kind']];

function meaning(name: string, rest: string, result: number, at: number, took: number): Meaning {
  switch (name) {
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', until: at + took };
    case 'ftruncate':
      return { kind: 'cut', length: Number(rest) };
    case 'pwrite64': {
      const [, hex = '', offset = ''] = /^"((?:\\x..)*)", \d+, (\d+)$/.exec(rest) ?? [];
      const bytes = Buffer.from(hex.replaceAll('\\x', ''), 'hex');
      if (bytes.length < result) throw new Error(`the trace holds ${bytes.length} of ${result} bytes`);
      return { kind: 'write', offset: Number(offset), bytes: bytes.subarray(0, result) };
    }
    default:
      throw new Error(`${name} changes a file in a way that is not known here`);
  }
}

const hexOf = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/**
 * The files as a disk has them whose power is cut at a moment: all that was done before a sync that was over by then,
 * and of what was done since nothing, or half by chance, as a disk may have written it in any order.
 */
export function imageOf(
  calls: readonly FileCall[],
  moment: number,
  unsynced: 'gone' | 'half of it there',
): ReadonlyMap<string, Uint8Array> {
  const image = new Map<string, Uint8Array>();
  for (const path of new Set(calls.map((call) => call.path))) {
    const own = calls.filter((call) => call.path === path && call.at <= moment);
    const last = own.findLastIndex((call) => call.kind === 'sync' && call.until <= moment);
    const isThere = (index: number) =>
      index <= last || (unsynced === 'half of it there' && Math.random() < 0.5);
    const content = own.filter((_, index) => isThere(index)).reduce(apply, new Grown());
    if (last >= 0 || content.size > 0) image.set(path, content.bytes());
  }
  return image;
}

/** A file that grows. */
class Grown {
  size = 0;
  #room = Buffer.alloc(0);

  write(offset: number, bytes: Uint8Array): void {
    this.resize(Math.max(this.size, offset + bytes.length));
    this.#room.set(bytes, offset);
  }

  resize(size: number): void {
    if (size > this.#room.length) {
      this.#room = Buffer.concat([this.#room], Math.max(size, 2 * this.#room.length));
    } else if (size < this.size) this.#room.fill(0, size, this.size);
    this.size = size;
  }

  bytes(): Uint8Array {
    return this.#room.subarray(0, this.size);
  }
}

function apply(file: Grown, call: FileCall): Grown {
  if (call.kind === 'write') file.write(call.offset, call.bytes);
  if (call.kind === 'cut') file.resize(call.length);
  return file;
}
