import type { LedgerEvent } from '../../../contracts/events/ledger-event.ts';
import { parseStream, streamOf } from '../../../contracts/events/ledger-event.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { looksLikeDefaultUsername, usernameSkeleton } from '../../../contracts/username-skeleton.ts';
import type { StreamNumbers } from '../../proof/audit/stream-numbers.ts';
import { type AuditedEvent, named, type Rule } from './rule.ts';
import { must } from './violation.ts';

/** A reservation: whose it is, how many uses were begun, and which of them have not ended. */
type Held = {
  owner: string | undefined;
  begun: number;
  live: readonly number[];
  /** Of a name that an account took before uses were noted. */
  isOfBefore?: true;
};

/** What most reservations have had; one for all of them. */
const FIRST_USE: readonly number[] = [1];

/** A wallet, a name, an address, a platform account belongs to one account, and stays while that account uses it. */
export function owners(streams: StreamNumbers): Rule {
  /** By the number of the reservation's stream. */
  const held: (Held | undefined)[] = [];
  /** By account, what it uses. */
  const uses = new Map<string, readonly Used[]>();

  const reserve = (event: Extract<AuditedEvent, { type: 'Reserved' }>, number: number) => {
    const { userId } = event.data;
    const own = held[number] ?? { owner: undefined, begun: 0, live: [] };
    held[number] = own;
    must((own.owner ?? userId) === userId, () => `${named(event)} takes what is another account's`);
    own.owner = userId;
    own.begun += 1;
    own.live = own.begun === 1 ? FIRST_USE : own.live.concat(own.begun);
  };

  const release = (event: Extract<AuditedEvent, { type: 'Released' }>, number: number) => {
    const { userId, use } = event.data;
    const own = held[number];
    must(own?.owner === userId, () => `${named(event)} frees what is not its own`);
    must(use === undefined || own.live.includes(use), () => `${named(event)} ends a use that is over`);
    const left = use === undefined ? [] : own.live.filter((one) => one !== use);
    const used = uses.get(userId)?.find((one) => one.number === number);
    // Of two changes at once of a name that was chosen before uses were noted one could end the other's use in the place
    // of the oldest, by which the name stays its account's.
    const isOther = own.isOfBefore && left.some((one) => one < (use ?? 0));
    const isInUse = used && (left.length === 0 || (used.use === use && !isOther));
    must(!isInUse, () => `${named(event)} frees what its account uses`);
    own.live = left;
    if (left.length === 0) own.owner = undefined;
  };

  return {
    name: 'owners',
    add(event, _, number) {
      if (event.type === 'Reserved') reserve(event, number);
      if (event.type === 'Released') release(event, number);
      if (event.type === 'Confirmed') {
        const isOwn = held[number]?.owner === event.data.userId;
        must(isOwn, () => `${named(event)} confirms what is not its own`);
      }
      const begun = usedBy(event);
      // A removed account that was merged gave its address away.
      const isMerged = event.type === 'AccountRemoved' && event.data.reason === 'merged';
      if (begun.length === 0 && !isMerged) return;
      const parsed = parseStream(event.stream);
      if (parsed?.category !== 'account') return;
      mustBeOwnName(event, parsed.id);
      let own = uses.get(parsed.id) ?? [];
      for (const { what, stream, use } of begun) {
        const reservation = streams.find(stream);
        const holder = reservation === undefined ? undefined : held[reservation];
        const isOwn = reservation !== undefined && holder?.owner === parsed.id;
        must(isOwn, () => `${named(event)} uses what is not the account's: ${stream}`);
        // One text for both, where it was one each.
        if (holder) holder.owner = parsed.id;
        if (holder && what === 'name' && use === undefined) holder.isOfBefore = true;
        // A name that has no likeness reserved, as the one that the account was opened with, leaves the old one's, too.
        const isLeft = (used: Used) => used.what === what || (what === 'name' && used.what === 'likeness');
        // `concat` leaves no room behind the last.
        own = own.filter((used) => !isLeft(used)).concat({ what, number: reservation, use });
      }
      uses.set(parsed.id, isMerged ? own.filter(({ what }) => what !== 'email') : own);
    },
  };
}

/** Since names rest on what they look like: each does but the one that the account was opened with, which is its own. */
function mustBeOwnName({ type, data, metadata, ...event }: AuditedEvent, userId: string): void {
  if (type !== 'UsernameChanged' || metadata.schemaVersion < 3) return;
  const { username, likenessUse } = data;
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
/** The same as it is kept, with the number of the stream. */
type Used = Omit<Use, 'stream'> & { readonly number: number };

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
