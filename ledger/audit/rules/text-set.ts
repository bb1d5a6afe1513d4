import { hash } from 'node:crypto';
import { UuidSet } from './uuid-set.ts';

/**
 * A set of texts of any length, for millions of them: of each it keeps the first 128 bits of its SHA-256, so that nobody
 * can make up two texts that it takes for one.
 */
export class TextSet {
  readonly #digests = new UuidSet();

  /** False when it was there. */
  add(text: string): boolean {
    return this.#digests.add(hash('sha256', text), 0);
  }

  has(text: string): boolean {
    return this.#digests.has(hash('sha256', text), 0);
  }
}
