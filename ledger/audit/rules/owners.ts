import type { LedgerEvent } from '../../../contracts/events/ledger-event.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { looksLikeDefaultUsername, usernameSkeleton } from '../../../contracts/username-skeleton.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { isMerger } from '../../accounts/merger.ts';
import type { StreamNumbers } from '../../proof/audit/stream-numbers.ts';
import type { Accounts } from './accounts.ts';
import { Reservations } from './reservations.ts';
import { type AccountChange, type AuditedEvent, dated, named, type Rule, type Used } from './rule.ts';
import { must } from './violation.ts';

/** Accounts that were removed because somebody else has proved to read their mailbox, which nobody has taken over since. */
export type LeftMergers = { readonly count: number; readonly first: string };

/**
 * A wallet, a name, an address, a platform account belongs to one account, and stays while that account uses it. Who has
 * a wallet is merged into nobody, also where it is only reserved.
 */
export function owners(
  streams: StreamNumbers,
  accounts: Accounts,
): Rule & { readonly leftMergers: () => LeftMergers | undefined } {
  /** By the number of the reservation's stream. */
  const held = new Reservations();
  /** Of names that an account took before uses were noted. */
  const ofBefore = new Set<number>();
  /** Who has a wallet reserved, and no account with it yet. */
  const withWallet = new Map<string, number>();
  /** By account, the merger in words. */
  const mergers = new Map<string, string>();
  /** Mailboxes that an account has given up which was merged, by the number of the reservation. */
  const givenUp = new Map<number, string>();

  const noteTaken = ({ stream }: AuditedEvent, userId: string, number: number) => {
    if (stream.startsWith(WALLETS)) withWallet.set(userId, number);
    const giver = givenUp.get(number);
    if (giver === undefined || giver === userId) return;
    givenUp.delete(number);
    mergers.delete(giver);
  };

  const noteFreed = ({ stream }: AuditedEvent, userId: string, number: number) => {
    if (withWallet.get(userId) === number) withWallet.delete(userId);
    if (stream.startsWith(MAILBOXES) && mergers.has(userId) && held.isFree(number))
      givenUp.set(number, userId);
  };

  const noteAccount = (event: AuditedEvent, { userId, event: told }: AccountChange) => {
    if (event.type === 'AccountOpened') {
      const isOfAddress = event.data.walletAddress === undefined;
      must(
        !isOfAddress || !withWallet.has(userId),
        () => `${named(event)} is of an address alone, and a wallet is reserved for the account`,
      );
      withWallet.delete(userId);
    }
    if (event.type === 'WalletLinked') withWallet.delete(userId);
    if (!isMerger(told)) return;
    must(!withWallet.has(userId), () => `${named(event)} merges an account that a wallet is reserved for`);
    mergers.set(userId, dated(event));
  };

  const reserve = (event: Extract<AuditedEvent, { type: 'Reserved' }>, number: number) => {
    const { userId } = event.data;
    const isItsOwn = held.isFree(number) || held.isOf(number, userId);
    must(isItsOwn, () => `${named(event)} takes what is another account's`);
    held.begin(number, userId);
    noteTaken(event, userId, number);
  };

  const release = (event: Extract<AuditedEvent, { type: 'Released' }>, number: number) => {
    const { userId, use } = event.data;
    must(held.isOf(number, userId), () => `${named(event)} frees what is not its own`);
    const live = held.liveOf(number);
    must(use === undefined || live.includes(use), () => `${named(event)} ends a use that is over`);
    const left = use === undefined ? [] : live.filter((one) => one !== use);
    const used = accounts.keptOf(userId)?.uses.find((one) => one.number === number);
    // Of two changes at once of a name that was chosen before uses were noted one could end the other's use in the place
    // of the oldest, by which the name stays its account's.
    const isOther = ofBefore.has(number) && left.some((one) => one < (use ?? 0));
    const isInUse = used && (left.length === 0 || (used.use === use && !isOther));
    must(!isInUse, () => `${named(event)} frees what its account uses`);
    held.end(number, left);
    noteFreed(event, userId, number);
  };

  return {
    name: 'owners',
    leftMergers() {
      const [first] = mergers.values();
      return first === undefined ? undefined : { count: mergers.size, first };
    },
    add(event, change, number) {
      if (change) noteAccount(event, change);
      if (event.type === 'Reserved') reserve(event, number);
      if (event.type === 'Released') release(event, number);
      if (event.type === 'Confirmed') {
        const isOwn = held.isOf(number, event.data.userId);
        must(isOwn, () => `${named(event)} confirms what is not its own`);
      }
      if (event.type === 'Reserved' || event.type === 'Confirmed' || event.type === 'Released')
        mustBeByIts(event, accounts);
      const begun = usedBy(event);
      // A removed account that was merged gave its address away.
      const isMerged = event.type === 'AccountRemoved' && event.data.reason === 'merged';
      if (begun.length === 0 && !isMerged) return;
      if (!change) return;
      const { userId, kept } = change;
      mustBeOwnName(event, userId);
      let own = kept.uses;
      for (const { what, stream, use } of begun) {
        const reservation = streams.find(stream);
        const isOwn = reservation !== undefined && held.isOf(reservation, userId);
        must(isOwn, () => `${named(event)} uses what is not the account's: ${stream}`);
        const isBegun = use === undefined || use <= held.begunOf(reservation);
        must(isBegun, () => `${named(event)} rests on use ${use} of ${stream}, which was never begun`);
        if (what === 'name' && use === undefined) ofBefore.add(reservation);
        // A name that has no likeness reserved, as the one that the account was opened with, leaves the old one's, too.
        const isLeft = (used: Used) => used.what === what || (what === 'name' && used.what === 'likeness');
        // `concat` leaves no room behind the last.
        own = own.filter((used) => !isLeft(used)).concat({ what, number: reservation, use });
      }
      kept.uses = isMerged ? own.filter(({ what }) => what !== 'email') : own;
    },
  };
}

const [WALLETS, MAILBOXES] = ['wallet-', 'email-'];

type OfReservation = Extract<AuditedEvent, { type: 'Reserved' | 'Confirmed' | 'Released' }>;

/**
 * Whoever wants something reserves it themselves: no admin does, and of two people none in the other's name. A mailbox
 * alone is given up by who takes it over.
 */
function mustBeByIts({ type, stream, data, metadata, revision }: OfReservation, accounts: Accounts): void {
  const { kind, wallet } = metadata.actor;
  const inWords = () => named({ type, stream, revision });
  must(kind !== 'admin', () => `${inWords()} was done by an admin, who reserves nothing for others`);
  if (kind !== 'user' || wallet === undefined || (type === 'Released' && stream.startsWith(MAILBOXES)))
    return;
  const own = stream.startsWith(WALLETS)
    ? stream.slice(WALLETS.length)
    : accounts.stateOf(data.userId)?.walletAddress;
  must(
    own === undefined || lowerCase(own) === lowerCase(wallet),
    () => `${inWords()} was done by a user whose account it is not: ${wallet}`,
  );
}

/** Since names rest on what they look like: each does but the one that the account was opened with, which is its own. */
function mustBeOwnName({ type, data, metadata, ...event }: AuditedEvent, userId: string): void {
  if (type !== 'UsernameChanged' || metadata.schemaVersion < 3) return;
  const { username, use, likenessUse } = data;
  must(use !== undefined, () => `${named({ type, ...event })} names no use of ${username}`);
  if (username.toLowerCase() === defaultUsername(userId)) return;
  const inWords = () => `${named({ type, ...event })} takes ${username}`;
  must(likenessUse !== undefined, () => `${inWords()} and not what it looks like`);
  must(
    !looksLikeDefaultUsername(username),
    () => `${inWords()}, which is like a name that accounts begin with`,
  );
}

/** A reservation that an account rests on; `use` where it rests on one use of it alone. */
type Use = { readonly what: string; readonly stream: string; readonly use?: number | undefined };

/** What an account begins to use with an event; the new one takes the place of the old. */
function usedBy({ type, data }: LedgerEvent): readonly Use[] {
  if ((type === 'AccountOpened' || type === 'WalletLinked') && data.walletAddress) {
    return [{ what: 'wallet', stream: streamOf('wallet', data.walletAddress.toLowerCase()) }];
  }
  if (type === 'UsernameChanged') {
    const { username, use, likenessUse } = data;
    const likeness = streamOf('username', `~${usernameSkeleton(username)}`);
    return [
      { what: 'name', stream: streamOf('username', username.toLowerCase()), use },
      ...(likenessUse === undefined ? [] : [{ what: 'likeness', stream: likeness, use: likenessUse }]),
    ];
  }
  if (type === 'EmailVerified') return [{ what: 'email', stream: streamOf('email', data.emailHash) }];
  if (type === 'SocialConnected' && data.platformUserId !== undefined) {
    const { platform, platformUserId } = data;
    return [{ what: platform, stream: streamOf('social', `${platform}-${platformUserId}`) }];
  }
  return NOTHING;
}

const NOTHING: readonly Use[] = [];
