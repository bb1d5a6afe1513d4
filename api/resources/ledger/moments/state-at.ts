import type { ResponseOf } from '../../../../contracts/api/endpoint.ts';
import type { getLedgerAt, getLedgerDifference } from '../../../../contracts/api/ledger-at.ts';
import { formatPosition, type LedgerPosition } from '../../../../contracts/ledger-position.ts';
import { formatEvo } from '../../../../contracts/money.ts';
import type { Database } from '../../../../projector/database.ts';
import { adminsAt } from '../../../../projector/read-models/admin-acts/admins-at.ts';
import { type Place, timesOf } from '../../../../projector/read-models/clock/queries.ts';
import { countOfType } from '../../../../projector/read-models/log/counts.ts';
import { leadersAt, type SumsAt, sumsAt } from '../../../../projector/read-models/moments/queries.ts';
import { placeOf } from './moment.ts';

type LedgerAt = ResponseOf<typeof getLedgerAt>;

/** Before every event. */
export const BEFORE_ALL: LedgerPosition = { commit: -1n, prepare: -1n };

/** Places of the leaderboard that are shown. */
const LEADERS = 10;

/** Everything that is told of the ledger at a place in it; undefined: before its first event. */
export async function ledgerAt(db: Database, place: Place | undefined): Promise<LedgerAt> {
  const at = place?.position ?? BEFORE_ALL;
  const [range, sums, leaders, admins, raffles] = await Promise.all([
    rangeOf(db),
    sumsAt(db, at),
    leadersAt(db, at, LEADERS),
    adminsAt(db, at),
    countOfType(db, 'RaffleDrawn', at),
  ]);
  const { classes, users } = sums;
  const balanceOf = balancesOf(sums);
  return {
    place: presentPlace(place),
    range,
    trialBalance: classes.map(({ account, accounts, balance }) => ({
      account,
      accounts,
      balance: formatEvo(balance),
    })),
    sum: formatEvo(classes.reduce((sum, { balance }) => sum + balance, 0n)),
    figures: {
      users,
      // What was granted came from there.
      granted: formatEvo(-balanceOf('program:issued')),
      claimed: formatEvo(balanceOf('user:*:claimed')),
      cleared: formatEvo(balanceOf('program:cleared')),
      pending: formatEvo(balanceOf('user:*:claimable')),
      raffles,
    },
    admins,
    leaders: leaders.map(({ rank, userId, username, total }) => ({
      rank,
      userId,
      username,
      total: formatEvo(total),
    })),
  };
}

/** What each class of accounts gained or lost from one place to another; those that did not change are left out. */
export async function changesBetween(
  db: Database,
  from: LedgerPosition,
  to: LedgerPosition,
): Promise<ResponseOf<typeof getLedgerDifference>['changes']> {
  const [before, after] = await Promise.all([sumsAt(db, from), sumsAt(db, to)]);
  const balanceBefore = balancesOf(before);
  return after.classes
    .map(({ account, balance }) => ({ account, change: balance - balanceBefore(account) }))
    .filter(({ change }) => change !== 0n)
    .map(({ account, change }) => ({ account, change: formatEvo(change) }));
}

export function presentPlace(place: Place | undefined): LedgerAt['place'] {
  return {
    ledgerPosition: place ? formatPosition(place.position) : null,
    occurredAt: place?.occurredAt.toISOString() ?? null,
    events: place?.events ?? 0,
  };
}

async function rangeOf(db: Database): Promise<LedgerAt['range']> {
  const [times, last] = await Promise.all([timesOf(db), placeOf(db, undefined)]);
  if (!times || !last) return null;
  return { from: times.from.toISOString(), to: times.to.toISOString(), events: last.events };
}

function balancesOf({ classes }: SumsAt): (account: string) => bigint {
  const balances = new Map(classes.map(({ account, balance }) => [account, balance]));
  return (account) => balances.get(account) ?? 0n;
}
