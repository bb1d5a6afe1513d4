import {
  type Cluster,
  type ClusterKind,
  faucetState,
  listClusterMembers,
  listClusters,
} from '../../../../../contracts/api/admin-clusters.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { api } from '../../../lib/api/api.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';
import { whenReady } from '../../../lib/api/when-ready.ts';

export type Member = ResponseOf<typeof listClusterMembers>['members'][number];

export const faucetQuery = endpointQuery(faucetState);

export const clusterPages = (kind: ClusterKind) =>
  pagedQuery(listClusters, { pageSize: 25, key: [kind], request: (page) => ({ kind, ...page }) });

export const memberPages = (kind: ClusterKind, { key }: Cluster) =>
  pagedQuery(listClusterMembers, {
    pageSize: 50,
    key: [kind, key],
    request: (page) => ({ kind, key, ...page }),
  });

const MOST = '500';

/** Everybody in a cluster, page after page. */
export async function allMembers(
  kind: ClusterKind,
  { key }: Cluster,
  signal: AbortSignal,
): Promise<readonly Member[]> {
  const members: Member[] = [];
  let cursor: string | null = null;
  do {
    const request: { kind: ClusterKind; key: string; limit: string; cursor?: string } = {
      kind,
      key,
      limit: MOST,
      ...(cursor !== null && { cursor }),
    };
    const page: ResponseOf<typeof listClusterMembers> = await whenReady(
      () => api.call(listClusterMembers, { request, signal }),
      { signal },
    );
    members.push(...page.members);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return members;
}
