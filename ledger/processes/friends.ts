import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { account } from '../accounts/account.ts';
import { confirmedActKey } from '../accounts/confirmed-act.ts';
import type { CacheUse } from '../cache-use.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { CommandHandler } from '../handle-command.ts';
import { RecentMap } from './recent-map.ts';

/** What is known of an account, as far as anybody has told or looked. */
type Friend = {
  referrer?: { readonly id: string | undefined };
  /** The revision up to which its events were told one behind the other, from its first on. */
  followedTo?: bigint;
  /** Names its first confirmed act. */
  firstAct?: string;
  /** A revision at which it had a confirmed act: so it has at each one behind it. */
  confirmedAt?: bigint;
  /** A revision up to which it had none. */
  unconfirmedTo?: bigint;
};

const REMEMBERED = 50_000;

/** Of heap, for one friend with two ids. */
const FRIEND_BYTES = 400;

/**
 * Who was brought by whom, and from when on a friend counts. What the events of an account said when they were told
 * is not read again; what is not known any more, or was told before the start, is.
 */
export class Friends {
  readonly #handler: Pick<CommandHandler, 'aggregate' | 'readBefore'>;
  readonly #friends = new RecentMap<string, Friend>(REMEMBERED, FRIEND_BYTES);

  constructor(handler: Pick<CommandHandler, 'aggregate' | 'readBefore'>) {
    this.#handler = handler;
  }

  memory(): CacheUse {
    return this.#friends.use();
  }

  /** To be given every event of an account that comes, in the order of the ledger; one told again changes nothing. */
  told(userId: string, event: StoredEvent<AccountEvent>): void {
    const { revision } = event;
    const isBeginning = revision === 0n || event.type === 'AccountOpened';
    const friend = this.#friends.get(userId) ?? (isBeginning ? this.#new(userId) : undefined);
    if (!friend) return;
    if (event.type === 'AccountOpened') friend.referrer = { id: event.data.referrerId };
    if (revision !== (friend.followedTo ?? -1n) + 1n) return;
    if (friend.followedTo === undefined && friend.referrer === undefined) friend.referrer = { id: undefined };
    friend.followedTo = revision;
    if (friend.confirmedAt !== undefined) return;
    const act = confirmedActKey(event);
    if (act === undefined) friend.unconfirmedTo = revision;
    else {
      friend.firstAct = act;
      friend.confirmedAt = revision;
    }
  }

  /** Undefined for who was brought by nobody. @throws LedgerUnavailable */
  referrerOf(userId: string, told: StoredEvent): string | undefined | Promise<string | undefined> {
    const referrer = this.#friends.get(userId)?.referrer;
    return referrer ? referrer.id : this.#read(userId, told).then(({ referrer }) => referrer?.id);
  }

  /**
   * Whether this is the first thing of the friend that somebody else confirmed: one event of a life, whoever asks and
   * whenever. A mailbox can be proved once more, after an erasure.
   * @throws LedgerUnavailable
   */
  async isFirstAct(event: StoredEvent<AccountEvent>, userId: string): Promise<boolean> {
    const act = confirmedActKey(event);
    const known = this.#friends.get(userId);
    const { revision } = event;
    if (act === undefined) return false;
    if (known?.confirmedAt !== undefined && known.confirmedAt < revision) return false;
    if (revision <= (known?.unconfirmedTo ?? -1n) + 1n) return true;
    const { firstAct } = known?.firstAct === undefined ? await this.#read(userId, event) : known;
    if (act !== firstAct || event.type !== 'EmailVerified') return act === firstAct;
    return (await this.#handler.readBefore(event.stream, account, revision)).firstAct === undefined;
  }

  /**
   * Whether the friend had done something that was confirmed when this happened, whatever has come since: told once
   * more, later, an event pays no more than it did.
   * @throws LedgerUnavailable
   */
  async isOfConfirmed(event: StoredEvent<AccountEvent>, userId: string): Promise<boolean> {
    if (confirmedActKey(event) !== undefined) return true;
    const { revision } = event;
    const known = this.#friends.get(userId);
    if (known?.confirmedAt !== undefined && known.confirmedAt <= revision) return true;
    if (revision <= (known?.unconfirmedTo ?? -1n)) return false;
    // Most who check in have confirmed nothing up to now: then nothing before it need be read.
    const friend = await this.#read(userId, event);
    if (friend.firstAct === undefined) return false;
    const then = await this.#handler.readBefore(event.stream, account, revision);
    if (then.firstAct !== undefined) friend.confirmedAt = revision;
    return then.firstAct !== undefined;
  }

  /** @throws LedgerUnavailable also when the node that was asked does not have the event yet that was told */
  async #read(userId: string, told: StoredEvent): Promise<Friend> {
    const { state, revision = -1n } = await this.#handler.aggregate(streamOf('account', userId), account);
    if (revision < told.revision) {
      throw new LedgerUnavailable(
        new Error(`the node that was asked lacks revision ${told.revision} of ${userId}`),
      );
    }
    const friend = this.#friends.get(userId) ?? this.#new(userId);
    const { referrerId, firstAct } = state;
    friend.referrer = { id: referrerId };
    if (firstAct === undefined) friend.unconfirmedTo = revision;
    else friend.firstAct = firstAct;
    return friend;
  }

  #new(userId: string): Friend {
    const friend: Friend = {};
    this.#friends.set(userId, friend);
    return friend;
  }
}
