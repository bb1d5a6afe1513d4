import type Router from '@koa/router';
import { adminAnswers, clusterTexts } from '../../../contracts/admin-messages.ts';
import {
  type ClusterKind,
  faucetState,
  holdClaims,
  listClusterMembers,
  listClusters as listEndpoint,
  releaseClaims,
} from '../../../contracts/api/admin-clusters.ts';
import { exactEvo, formatEvo } from '../../../contracts/money.ts';
import {
  type ClusterPlace,
  type ClusterRow,
  countUnwelcomed,
  listClusters,
  listMembers,
  type MemberPlace,
} from '../../faucet/clusters.ts';
import { placedOn } from '../../faucet/issuance.ts';
import { faucetRules } from '../../faucet/rules.ts';
import { timestamp } from '../../http/clock.ts';
import { HttpError } from '../../http/http-error.ts';
import { invalidCursor, PAGE_ROWS } from '../../http/paging.ts';
import { announceAll, type CommandCall, type Parts, serveCommand, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { holdAsAdmin } from '../admin-acts/hold-as-admin.ts';

/** Accounts that look like a farm, and holding what they may claim. */
export function adminClusterRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, handler, policies, clock } = parts;

  serveQuery(router, parts, listEndpoint, async ({ input }) => {
    const limit = Number(input.limit ?? PAGE_ROWS);
    const after = input.cursor === undefined ? undefined : clusterPlace(input.cursor);
    const rows = await listClusters(pool, input.kind, { after, limit });
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      clusters: rows.map(({ firstOpenedAt, lastOpenedAt, referrer, pending, claimed, ...row }) => ({
        ...row,
        label: labelOf(input.kind, { key: row.key, referrer }),
        pendingRewards: formatEvo(pending),
        claimedRewards: formatEvo(claimed),
        firstOpenedAt: firstOpenedAt.toISOString(),
        lastOpenedAt: lastOpenedAt.toISOString(),
      })),
      nextCursor: last ? `${last.size}/${last.key}` : null,
    };
  });

  serveQuery(router, parts, listClusterMembers, async ({ input }) => {
    const limit = Number(input.limit ?? PAGE_ROWS);
    const after = input.cursor === undefined ? undefined : memberPlace(input.cursor);
    const rows = await listMembers(pool, input, { after, limit });
    if (!rows) throw new HttpError(404, 'ClusterNotFound', clusterTexts.unknown);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      members: rows.map(({ userId, openedAt, pending, claimed, ...row }) => ({
        ...row,
        id: userId,
        createdAt: openedAt.toISOString(),
        pendingRewards: formatEvo(pending),
        claimedRewards: formatEvo(claimed),
      })),
      nextCursor: last ? `${last.openedAt.toISOString()}/${last.userId}` : null,
    };
  });

  serveQuery(router, parts, faucetState, async () => {
    const [granted, waiting] = await Promise.all([
      placedOn(pool, timestamp(clock()).slice(0, 10)),
      countUnwelcomed(pool),
    ]);
    const { claimNeeds, issuanceADay, accountsANetwork = null } = faucetRules(parts);
    return {
      claimNeeds,
      grantedToday: formatEvo(granted),
      limitADay: issuanceADay === undefined ? null : formatEvo(issuanceADay),
      waiting,
      accountsANetwork,
    };
  });

  const act =
    (kind: 'hold' | 'release') =>
    async ({ ctx, session, input, command }: CommandCall<typeof holdClaims | typeof releaseClaims>) => {
      const { userIds, reason, dryRun = false } = input;
      const authorize = policies.requireAdmin(session.walletAddress);
      const held = await holdAsAdmin(
        handler,
        kind,
        { userIds, ownId: session.userId, reason, dryRun, authorize },
        command,
      );
      announceAll(ctx, held.results);
      const done = held.results.length;
      return {
        success: true as const,
        message: adminAnswers.claimsActed(kind, {
          done,
          failed: held.failed.length,
          why: held.failed[0]?.message,
          pending: exactEvo(held.pending),
          would: dryRun,
        }),
        done,
        pendingRewards: formatEvo(held.pending),
        failed: held.failed,
        dryRun,
      };
    };
  serveCommand(router, parts, holdClaims, act('hold'));
  serveCommand(router, parts, releaseClaims, act('release'));
}

function labelOf(kind: ClusterKind, { key, referrer }: Pick<ClusterRow, 'key' | 'referrer'>): string {
  switch (kind) {
    case 'network':
      return clusterTexts.network(key.slice(0, 8));
    case 'minute':
      return clusterTexts.minute(key);
    case 'referrer':
      return clusterTexts.referrer(referrer ?? key);
    case 'idle':
      return clusterTexts.idle(key);
    case 'held':
      return clusterTexts.held;
  }
}

/** @throws HttpError 400 */
function clusterPlace(cursor: string): ClusterPlace {
  const [, size, key] = /^(\d{1,15})\/([\w :-]{1,100})$/.exec(cursor) ?? [];
  if (size === undefined || key === undefined) throw invalidCursor();
  return { size: Number(size), key };
}

/** @throws HttpError 400 */
function memberPlace(cursor: string): MemberPlace {
  const [, openedAt = '', userId] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
      cursor,
    ) ?? [];
  if (userId === undefined || !isTime(openedAt)) throw invalidCursor();
  return { openedAt, userId };
}

/** Postgres knows no year 0. */
const isTime = (text: string) =>
  !text.startsWith('0000') && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
