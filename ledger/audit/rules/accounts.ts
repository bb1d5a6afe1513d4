import type { AccountEvent } from '../../../contracts/events/account.ts';
import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { account } from '../../accounts/account.ts';
import type { AccountState } from '../../accounts/state.ts';
import type { StoredEvent } from '../../envelope.ts';
import type { AccountChange, AuditedEvent } from './rule.ts';

/** Every account as the account's own decider folds it, without what is sealed: no rule asks for that. */
export class Accounts {
  readonly states = new Map<string, AccountState>();

  /** With one more event; undefined for one that changes no account. */
  fold(stored: AuditedEvent): AccountChange | undefined {
    const parsed = parseStream(stored.stream);
    if (parsed?.category !== 'account' || stored.type === 'RevisionTaken') return undefined;
    // Which types stand in an account's stream is a rule of its own, asked before this one.
    const event = stored as unknown as StoredEvent<AccountEvent>;
    const before = this.states.get(parsed.id) ?? account.initialState;
    const after = leaner(account.evolve(before, event), event.type);
    this.states.set(parsed.id, after);
    return { userId: parsed.id, event, before, after };
  }

  stateOf(userId: string): AccountState | undefined {
    return this.states.get(userId);
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
