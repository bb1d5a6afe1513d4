import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { comparePositions, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import { bytesToHex } from '../../proof/bytes.ts';
import { freezeEntries, packIds } from '../../proof/frozen-entries.ts';
import type { AuditedEvent } from './rule.ts';

export type Eligibility = { readonly isVerified: boolean; readonly isRemoved: boolean };
type Change = {
  readonly at: LedgerPosition;
  readonly userId: string;
  /** How it was before. */
  readonly before: Eligibility | undefined;
};

/**
 * Who has a verified address and was not removed, now and at any position since a raffle under way began: the changes
 * since then are kept and taken back.
 */
export class Eligible {
  readonly #people = new Map<string, Eligibility>();
  /** By raffle, where it began. */
  readonly #underWay = new Map<string, LedgerPosition>();
  #changes: Change[] = [];

  add({ stream, type, position }: AuditedEvent): void {
    if (!CHANGES.has(type)) return;
    const parsed = parseStream(stream);
    if (parsed?.category !== 'account') return;
    const before = this.#people.get(parsed.id);
    const { isVerified = false, isRemoved = false } = before ?? {};
    const after = eligibilityAfter({ isVerified, isRemoved }, type);
    if (!after) return;
    if (this.#underWay.size > 0) this.#changes.push({ at: position, userId: parsed.id, before });
    this.#people.set(parsed.id, after);
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
    const then = new Map(this.#people);
    for (const { at, userId, before } of this.#changes.toReversed()) {
      if (comparePositions(at, position) <= 0) break;
      if (before) then.set(userId, before);
      else then.delete(userId);
    }
    return idsOf(then);
  }

  /** Of every moment since the raffle began, the newest first. */
  *everySince(raffleId: string): Generator<string[]> {
    const from = this.#underWay.get(raffleId);
    if (!from) return;
    const then = new Map(this.#people);
    yield idsOf(then);
    for (const { at, userId, before } of this.#changes.toReversed()) {
      if (comparePositions(at, from) <= 0) return;
      if (before) then.set(userId, before);
      else then.delete(userId);
      yield idsOf(then);
    }
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

function idsOf(people: ReadonlyMap<string, Eligibility>): string[] {
  return [...people].flatMap(([id, { isVerified, isRemoved }]) => (isVerified && !isRemoved ? [id] : []));
}

/** Whether the accounts, in any order, are those of a raffle's frozen entries: all of them and no other. */
export function areEntries(
  raffleId: string,
  { root, count }: { readonly root: string; readonly count: number },
  userIds: readonly string[],
): boolean {
  return userIds.length === count && bytesToHex(freezeEntries(raffleId, packIds(userIds)).tree.root) === root;
}
