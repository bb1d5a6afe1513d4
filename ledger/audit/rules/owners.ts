import type { LedgerEvent } from '../../../contracts/events/ledger-event.ts';
import { parseStream, streamOf } from '../../../contracts/events/ledger-event.ts';
import { usernameSkeleton } from '../../../contracts/username-skeleton.ts';
import { named, type Rule } from './rule.ts';
import { must } from './violation.ts';

/** A wallet, a name, an address, a platform account belongs to one account, and stays while that account uses it. */
export function owners(): Rule {
  /** By reservation stream. */
  const ownerOf = new Map<string, string>();
  /** By reservation stream, how many uses were begun, and which have not ended. */
  const begun = new Map<string, number>();
  const live = new Map<string, Set<number>>();
  /** By account, what it uses. */
  const uses = new Map<string, Map<string, Used>>();
  const add: Rule['add'] = (event) => {
    const { stream } = event;
    const parsed = parseStream(stream);
    if (!parsed) return;
    if (event.type === 'Reserved') {
      const owner = ownerOf.get(stream) ?? event.data.userId;
      must(owner === event.data.userId, `${named(event)} takes what is another account's`);
      ownerOf.set(stream, event.data.userId);
      const use = (begun.get(stream) ?? 0) + 1;
      begun.set(stream, use);
      live.set(stream, new Set([...(live.get(stream) ?? []), use]));
    }
    if (event.type === 'Released') {
      const { userId, use } = event.data;
      must(ownerOf.get(stream) === userId, `${named(event)} frees what is not its own`);
      const left = new Set(
        use === undefined ? [] : [...(live.get(stream) ?? [])].filter((one) => one !== use),
      );
      const used = [...(uses.get(userId)?.values() ?? [])].find((one) => one.stream === stream);
      const isInUse = used && (left.size === 0 || used.use === use);
      must(!isInUse, `${named(event)} frees what its account uses`);
      live.set(stream, left);
      if (left.size === 0) ownerOf.delete(stream);
    }
    if (parsed.category !== 'account') return;
    const userId = parsed.id;
    const own = uses.get(userId) ?? new Map<string, Used>();
    uses.set(userId, own);
    for (const used of usedBy(event)) {
      must(
        ownerOf.get(used.stream) === userId,
        `${named(event)} uses what is not the account's: ${used.stream}`,
      );
      own.set(used.what, used);
    }
    // A removed account that was merged gave its address away.
    if (event.type === 'AccountRemoved' && event.data.reason === 'merged') own.delete('email');
  };
  return { name: 'owners', add };
}

/** A reservation that an account rests on; `use` where it rests on one use of it alone. */
type Used = { readonly what: string; readonly stream: string; readonly use?: number | undefined };

/** What an account begins to use with an event; the new one takes the place of the old. */
function usedBy({ type, data }: LedgerEvent): readonly Used[] {
  if (type === 'AccountOpened' && data.walletAddress) {
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
  return [];
}
