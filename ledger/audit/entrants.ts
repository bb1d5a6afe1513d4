import { parseStream } from '../../contracts/events/ledger-event.ts';
import type { RaffleEvent } from '../../contracts/events/raffle.ts';
import { comparePositions, type LedgerPosition, parsePosition } from '../../contracts/ledger-position.ts';
import { defaultUsername } from '../../contracts/username.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EligibleUser } from '../raffles/raffle-ports.ts';
import { areEntries, type Eligibility, eligibilityAfter } from './rules/eligible.ts';
import type { AuditedEvent } from './rules/rule.ts';

/** Somebody whom an entry is of, as of a revision of the account. */
export type Entrant = EligibleUser & { readonly revision: bigint };

/** Whom the frozen entries of a raffle are of. */
export type Entrants = {
  /** Of the entries, in hex. */
  readonly root: string;
  /** Where this ledger has decided who is eligible: what came behind it changes nothing. */
  readonly position: LedgerPosition;
  /** As they were then, but for names that were erased since; undefined where those of no moment give the root. */
  readonly users: readonly Entrant[] | undefined;
};

type Person = Eligibility & {
  /** Undefined for the one that every account begins with. */
  readonly username: string | undefined;
  readonly walletAddress: string | null;
  readonly revision: bigint;
};

type Change = {
  readonly at: LedgerPosition;
  readonly userId: string;
  /** How it was before; undefined where there was no such account. */
  readonly before: Person | undefined;
};

type Frozen = Extract<StoredEvent<RaffleEvent>, { type: 'EntriesFrozen' }>;

const NOBODY: Person = {
  ...{ isVerified: false, isRemoved: false, username: undefined, walletAddress: null },
  revision: -1n,
};

/**
 * Who entered a raffle, by nothing but a ledger: it is told of all events in their order up to the last one, since an
 * erasure counts whenever it comes. What accounts were at the moment that decides is found by taking back what came since.
 */
export class EntrantsOf {
  readonly #raffleId: string;
  readonly #people = new Map<string, Person>();
  /** By account, the revision of its newest erasure. */
  readonly #erasedAt = new Map<string, bigint>();
  /** Since the raffle began. */
  #changes: Change[] | undefined;
  #frozen: Entrants | undefined;

  constructor(raffleId: string) {
    this.#raffleId = raffleId;
  }

  add(event: AuditedEvent): void {
    const parsed = parseStream(event.stream);
    if (parsed?.category === 'account') this.#follow(event, parsed.id);
    if (parsed?.category !== 'raffle' || parsed.id !== this.#raffleId) return;
    // Which types stand in a raffle's stream is a rule that was asked before.
    const of = event as unknown as StoredEvent<RaffleEvent>;
    if (of.type === 'RaffleCommitted') this.#changes = [];
    if (of.type === 'EntriesFrozen') this.#freeze(of);
  }

  /** Undefined where no entries were frozen for the raffle. */
  found(): Entrants | undefined {
    if (!this.#frozen?.users) return this.#frozen;
    const users = this.#frozen.users.map((user) => unlessErased(user, this.#erasedAt.get(user.userId)));
    return { ...this.#frozen, users };
  }

  #follow(event: AuditedEvent, userId: string): void {
    const { type, position, revision } = event;
    if (type === 'PersonalDataErased') this.#erasedAt.set(userId, revision);
    if (this.#frozen) return;
    const before = this.#people.get(userId);
    const after = personAfter(before ?? NOBODY, event);
    if (!after) return;
    this.#changes?.push({ at: position, userId, before });
    this.#people.set(userId, { ...after, revision });
  }

  #freeze({ data, position }: Frozen): void {
    const { root } = data;
    const fits = (users: readonly Entrant[]) =>
      areEntries(
        this.#raffleId,
        data,
        users.map(({ userId }) => userId),
      );
    const named = parsePosition(data.position);
    // Of a ledger that was moved since, the position is one of the store before.
    const isBefore = named !== undefined && comparePositions(named, position) < 0;
    const then = isBefore ? this.#eligibleAt(named) : undefined;
    this.#frozen =
      isBefore && then && fits(then)
        ? { root, position: named, users: then }
        : { root, position, users: this.#moments().find(fits) };
    this.#people.clear();
    this.#changes = undefined;
  }

  #eligibleAt(position: LedgerPosition): Entrant[] {
    const then = new Map(this.#people);
    for (const change of (this.#changes ?? []).toReversed()) {
      if (comparePositions(change.at, position) <= 0) break;
      takeBack(then, change);
    }
    return eligibleOf(then);
  }

  /** Those of every moment since the raffle began, the newest first. */
  *#moments(): Generator<Entrant[]> {
    const then = new Map(this.#people);
    yield eligibleOf(then);
    for (const change of (this.#changes ?? []).toReversed()) {
      takeBack(then, change);
      yield eligibleOf(then);
    }
  }
}

/**
 * The entrant without a name that was erased since.
 * @param erasedAt the revision of the account's newest erasure; undefined where there was none
 */
export function unlessErased(user: Entrant, erasedAt: bigint | undefined): Entrant {
  const isErased = erasedAt !== undefined && erasedAt > user.revision;
  return isErased ? { ...user, username: defaultUsername(user.userId) } : user;
}

function takeBack(people: Map<string, Person>, { userId, before }: Change): void {
  if (before) people.set(userId, before);
  else people.delete(userId);
}

/** Undefined where the event leaves all of it as it is. */
function personAfter(person: Person, event: AuditedEvent): Person | undefined {
  switch (event.type) {
    case 'AccountOpened':
    case 'WalletLinked':
      return { ...person, walletAddress: event.data.walletAddress ?? null };
    case 'UsernameChanged':
      return { ...person, username: event.data.username };
    case 'PersonalDataErased':
      return { ...person, ...eligibilityAfter(person, event.type), username: undefined };
    default: {
      const after = eligibilityAfter(person, event.type);
      return after && { ...person, ...after };
    }
  }
}

function eligibleOf(people: ReadonlyMap<string, Person>): Entrant[] {
  return [...people].flatMap(([userId, { isVerified, isRemoved, username, walletAddress, revision }]) =>
    isVerified && !isRemoved
      ? [{ userId, username: username ?? defaultUsername(userId), walletAddress, revision }]
      : [],
  );
}
