import { Set as PersistentSet } from 'immutable';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { parseStream, streamOf } from '../../../contracts/events/ledger-event.ts';
import { account } from '../../accounts/account.ts';
import type { AccountState } from '../../accounts/state.ts';
import type { StoredEvent } from '../../envelope.ts';
import { GrowingMap } from '../../growing-map.ts';
import { ownText, type StreamNumbers, withRoom } from '../../proof/audit/stream-numbers.ts';
import type { AccountChange, AuditedEvent, KeptOfAccount } from './rule.ts';
import { Shelf } from './shelf.ts';

type Account = KeptOfAccount & {
  readonly userId: string;
  /** The number of its stream. */
  readonly stream: number;
  state: AccountState;
};

/** What a stream is, in a byte. */
const [UNSEEN, OF_ACCOUNT, OF_OTHER] = [0, 1, 2];

/**
 * Every account as the account's own decider folds it, without what is sealed: no rule asks for that. Those that were not
 * asked for lately are no objects in memory.
 */
export class Accounts {
  readonly #streams: StreamNumbers;
  /** By the number of the stream. */
  readonly #shelf: Shelf<number, Account>;
  #kinds = new Uint8Array(1024);
  #size = 0;

  /** @param atHand how many accounts are objects; at the most twice as many are */
  constructor(streams: StreamNumbers, atHand?: number) {
    this.#streams = streams;
    this.#shelf = new Shelf({ pack, unpack, atHand });
  }

  /** How many there are. */
  get size(): number {
    return this.#size;
  }

  /** In any order; no event is folded meanwhile. */
  all(): Iterable<Readonly<Account>> {
    return this.#shelf.values();
  }

  /**
   * With one more event; undefined for one that changes no account.
   * @param stream the number of its stream
   */
  fold(stored: AuditedEvent, stream: number): AccountChange | undefined {
    this.#shelf.trim();
    if (stored.type === 'RevisionTaken') return undefined;
    const own = this.#accountOf(stored.stream, stream);
    if (!own) return undefined;
    // Which types stand in an account's stream is a rule of its own, asked before this one.
    const event = stored as unknown as StoredEvent<AccountEvent>;
    const { userId, state: before } = own;
    const after = leaner(account.evolve(before, event), event.type);
    own.state = after;
    this.#shelf.set(stream, own);
    return { userId, stream, event, before, after, kept: own };
  }

  stateOf(userId: string): AccountState | undefined {
    return this.#find(userId)?.state;
  }

  /** What rules keep of it beside its state. */
  keptOf(userId: string): Readonly<KeptOfAccount> | undefined {
    return this.#find(userId);
  }

  #find(userId: string): Account | undefined {
    const stream = this.#streams.find(streamOf('account', userId));
    const isOne = stream !== undefined && this.#kinds[stream] === OF_ACCOUNT;
    return isOne ? this.#shelf.get(stream) : undefined;
  }

  #accountOf(name: string, stream: number): Account | undefined {
    const kind = this.#kinds[stream] ?? UNSEEN;
    if (kind === OF_ACCOUNT) return this.#shelf.get(stream);
    return kind === OF_OTHER ? undefined : this.#begin(name, stream);
  }

  #begin(name: string, stream: number): Account | undefined {
    const parsed = parseStream(name);
    const isOne = parsed?.category === 'account';
    this.#kinds = withRoom(this.#kinds, stream, 1);
    this.#kinds[stream] = isOne ? OF_ACCOUNT : OF_OTHER;
    if (!isOne) return undefined;
    this.#size += 1;
    return { userId: ownText(parsed.id), stream, state: account.initialState, books: undefined, uses: [] };
  }
}

function leaner(state: AccountState, changedBy: AccountEvent['type']): AccountState {
  if (changedBy === 'SocialConnected') {
    const socials = Object.entries(state.socials).map(
      ([platform, { platformUserId }]) => [platform, { platformUserId }] as const,
    );
    return { ...state, socials: Object.fromEntries(socials) };
  }
  if (changedBy === 'EmailSignedUp' && state.email)
    return { ...state, email: { ...state.email, sealedEmail: '' } };
  return state;
}

const FIELDS = Object.keys(account.initialState) as readonly (keyof AccountState)[];

type Packed = readonly [
  userId: string,
  stream: number,
  values: readonly unknown[],
  paidOnce: readonly string[],
  adminGrants: readonly (readonly [string, { readonly amount: bigint; readonly ahead: bigint }])[],
  books: KeptOfAccount['books'],
  uses: KeptOfAccount['uses'],
];

/** Without the names of its fields, and what is no object of the language in another form. */
function pack({ userId, stream, state, books, uses }: Account): Packed {
  const { paidOnce, adminGrants } = state;
  const plain = { ...state, paidOnce: null, adminGrants: null };
  return [userId, stream, FIELDS.map((field) => plain[field]), [...paidOnce], [...adminGrants], books, uses];
}

function unpack([userId, stream, values, paidOnce, adminGrants, books, uses]: Packed): Account {
  const plain = Object.fromEntries(FIELDS.map((field, place) => [field, values[place]]));
  const others = { paidOnce: PersistentSet(paidOnce), adminGrants: GrowingMap.of(adminGrants) };
  return { userId, stream, state: { ...account.initialState, ...plain, ...others }, books, uses };
}
