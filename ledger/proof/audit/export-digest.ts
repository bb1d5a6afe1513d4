import type { ExportEnd } from './exported-event.ts';
import { Unsound } from './fault.ts';
import type { RunningDigest } from './primitives.ts';

const LINE_FEED = 0x0a;

/**
 * SHA-256 over all bytes of an export before its last line, whichever pieces they come in. What may be the last line
 * waits.
 */
export class ExportDigest {
  readonly #running: RunningDigest;
  #waiting = new Uint8Array();

  constructor(running: RunningDigest) {
    this.#running = running;
  }

  update(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    // The line feed at the very end belongs to the last line.
    const end = bytes.length < 2 ? 0 : bytes.lastIndexOf(LINE_FEED, bytes.length - 2) + 1;
    if (end === 0 && this.#waiting.at(-1) !== LINE_FEED) {
      this.#waiting = joined(this.#waiting, bytes);
      return;
    }
    this.#running.update(this.#waiting);
    this.#running.update(bytes.subarray(0, end));
    this.#waiting = bytes.slice(end);
  }

  /** Lower-case hex; nothing more can be told then. */
  hex(): string {
    return this.#running.hex();
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/**
 * Asked last: whatever shows by itself says more than that something was altered.
 * @param sha256 of all bytes before the last line @param events how many there are
 * @throws Unsound
 */
export function checkExportDigest(end: ExportEnd, sha256: string, events: number): void {
  if (end.sha256 === undefined || end.sha256 === sha256) return;
  throw new Unsound({
    rule: 'file',
    at: null,
    among: { from: 0, to: Math.max(0, events - 1) },
    expected: end.sha256,
    found: sha256,
    follows:
      'The file was altered after the export in what no hash covers: positions, times of writing, or the form of its lines.',
  });
}
