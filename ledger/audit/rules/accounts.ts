import type { AccountEvent } from '../../../contracts/events/account.ts';
import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { account } from '../../accounts/account.ts';
import type { AccountState } from '../../accounts/state.ts';
import type { StoredEvent } from '../../envelope.ts';
import type { AccountChange, AuditedEvent } from './rule.ts';

type Account = { readonly userId: string; state: AccountState };

/** Every account as the account's own decider folds it, without what is sealed: no rule asks for that. */
export class Accounts {
  readonly #byId = new Map<string, Account>();
  /** By the number of the stream; null for one that is no account's. */
  readonly #byStream: (Account | null)[] = [];

  /** How many there are. */
  get size(): number {
    return this.#byId.size;
  }

  all(): Iterable<Account> {
    return this.#byId.values();
  }

  /**
   * With one more event; undefined for one that changes no account.
   * @param stream the number of its stream
   */
  fold(stored: AuditedEvent, stream: number): AccountChange | undefined {
    if (stored.type === 'RevisionTaken') return undefined;
    const known = this.#byStream[stream];
    const own = known === undefined ? this.#begin(stored.stream, stream) : known;
    if (!own) return undefined;
    // Which types stand in an account's stream is a rule of its own, asked before this one.
    const event = stored as unknown as StoredEvent<AccountEvent>;
    const { userId, state: before } = own;
    const after = leaner(account.evolve(before, event), event.type);
    own.state = after;
    return { userId, stream, event, before, after };
  }

  stateOf(userId: string): AccountState | undefined {
    return this.#byId.get(userId)?.state;
  }

  #begin(name: string, stream: number): Account | null {
    const parsed = parseStream(name);
    const own = parsed?.category === 'account' ? { userId: parsed.id, state: account.initialState } : null;
    this.#byStream[stream] = own;
    if (own) this.#byId.set(own.userId, own);
    return own;
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
