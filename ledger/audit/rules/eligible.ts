import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { comparePositions, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import { type StreamNumbers, withRoom } from '../../proof/audit/stream-numbers.ts';
import { bytesToHex } from '../../proof/bytes.ts';
import { freezeEntries, packIds } from '../../proof/frozen-entries.ts';
import type { AuditedEvent } from './rule.ts';

export type Eligibility = { readonly isVerified: boolean; readonly isRemoved: boolean };

/** An account in a byte. */
const [VERIFIED, REMOVED] = [1, 2];

type Change = {
  readonly at: LedgerPosition;
  /** The number of the account's stream. */
  readonly stream: number;
  /** How it was before. */
  readonly before: number;
};

/**
 * Who has a verified address and was not removed, now and at any position since a raffle under way began: the changes
 * since then are kept and taken back.
 */
export class Eligible {
  readonly #streams: StreamNumbers;
  /** By the number of the account's stream. */
  #people = new Uint8Array(1024);
  /** By raffle, where it began. */
  readonly #underWay = new Map<string, LedgerPosition>();
  #changes: Change[] = [];

  constructor(streams: StreamNumbers) {
    this.#streams = streams;
  }

  /** @param stream the number of its stream */
  add({ stream: name, type, position }: AuditedEvent, stream: number): void {
    if (!CHANGES.has(type) || parseStream(name)?.category !== 'account') return;
    const before = this.#people[stream] ?? 0;
    const person = { isVerified: (before & VERIFIED) > 0, isRemoved: (before & REMOVED) > 0 };
    const after = eligibilityAfter(person, type);
    if (!after) return;
    if (this.#underWay.size > 0) this.#changes.push({ at: position, stream, before });
    this.#people = withRoom(this.#people, stream, 1);
    this.#people[stream] = (after.isVerified ? VERIFIED : 0) | (after.isRemoved ? REMOVED : 0);
  }

  begin(raffleId: string, at: LedgerPosition): void {
    this.#underWay.set(raffleId, at);
  }

  end(raffleId: string): void {
    this.#underWay.delete(raffleId);
    if (this.#underWay.size === 0) this.#changes = [];
  }

  /** User ids; undefined for a position before the raffle began. */
  at(raffleId: string, position: LedgerPosition): string[] | undefined {
    const from = this.#underWay.get(raffleId);
    if (!from || comparePositions(position, from) < 0) return undefined;
    const then = this.#people.slice();
    for (const { at, stream, before } of this.#changes.toReversed()) {
      if (comparePositions(at, position) <= 0) break;
      then[stream] = before;
    }
    return this.#idsOf(then);
  }

  /** Of every moment since the raffle began at which there were so many, the newest first. */
  *everySince(raffleId: string, count: number): Generator<string[]> {
    const from = this.#underWay.get(raffleId);
    if (!from) return;
    const then = this.#people.slice();
    let size = then.reduce((sum, person) => (person === VERIFIED ? sum + 1 : sum), 0);
    if (size === count) yield this.#idsOf(then);
    for (const { at, stream, before } of this.#changes.toReversed()) {
      if (comparePositions(at, from) <= 0) return;
      if (then[stream] === VERIFIED) size -= 1;
      if (before === VERIFIED) size += 1;
      then[stream] = before;
      if (size === count) yield this.#idsOf(then);
    }
  }

  #idsOf(people: Uint8Array): string[] {
    const ids: string[] = [];
    for (const [stream, person] of people.entries())
      if (person === VERIFIED) ids.push(parseStream(this.#streams.nameOf(stream))?.id ?? '');
    return ids;
  }
}

/** Types that make an account eligible or not. */
const CHANGES: ReadonlySet<string> = new Set([
  'EmailVerified',
  'PersonalDataErased',
  'AccountRemoved',
  'AccountReinstated',
]);

/** Undefined where an event of that type leaves it as it is. */
export function eligibilityAfter(person: Eligibility, type: string): Eligibility | undefined {
  // Who has erased what is known of them has no address any more.
  const { isVerified, isRemoved } = person;
  if (type === 'PersonalDataErased') return { isVerified: false, isRemoved };
  if (type === 'EmailVerified') return { isVerified: true, isRemoved };
  if (type === 'AccountRemoved') return { isVerified, isRemoved: true };
  return type === 'AccountReinstated' ? { isVerified, isRemoved: false } : undefined;
}

/** Whether the accounts, in any order, are those of a raffle's frozen entries: all of them and no other. */
export function areEntries(
  raffleId: string,
  { root, count }: { readonly root: string; readonly count: number },
  userIds: readonly string[],
): boolean {
  return userIds.length === count && bytesToHex(freezeEntries(raffleId, packIds(userIds)).tree.root) === root;
}
