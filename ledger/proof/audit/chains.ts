import type { ExportedEvent } from './exported-event.ts';
import { type AuditFault, type Place, Unsound } from './fault.ts';

/** The end of a stream. */
type End = { revision: number; hash: string; number: number };

/** Revisions without a gap, and each event naming the hash of the one before it in its stream. */
export class Chains {
  readonly #ends = new Map<string, End>();

  get streams(): number {
    return this.#ends.size;
  }

  /**
   * @param hash of the event, `sha256-jcs:<hex>`
   * @throws Unsound
   */
  add(event: ExportedEvent, place: Place, hash: string): void {
    const { stream, revision } = event;
    const end = this.#ends.get(stream);
    const next = end ? end.revision + 1 : 0;
    if (revision !== next) {
      fail('revisions', place, end, {
        expected: `revision ${next} of ${stream}`,
        found: `revision ${revision}`,
        follows:
          revision > next
            ? 'Events of this stream are missing: what they granted, claimed or took back is not counted.'
            : 'An event stands in this stream twice, or out of its order.',
      });
    }
    const named = prevHashOf(event);
    const expected = end?.hash ?? null;
    if (named !== expected) {
      fail('chain', place, end, {
        expected: expected === null ? 'the first event of its stream, which names none before it' : expected,
        found: named === null ? 'none: as if it were the first of its stream' : String(named),
        follows: end
          ? `Event ${end.number}, the one before it in ${stream}, or this one is not what was written.`
          : 'What stood before it in its stream is missing, or this event is not what was written.',
      });
    }
    if (end) {
      end.revision = revision;
      end.hash = hash;
      end.number = place.number;
    } else this.#ends.set(stream, { revision, hash, number: place.number });
  }
}

function prevHashOf({ metadata }: ExportedEvent): unknown {
  return typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'prevHash') : undefined;
}

function fail(
  rule: string,
  at: Place,
  end: End | undefined,
  words: Pick<AuditFault, 'expected' | 'found' | 'follows'>,
): never {
  throw new Unsound({ rule, at, among: { from: end?.number ?? 0, to: at.number }, ...words });
}
