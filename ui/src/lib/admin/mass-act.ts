import { massActProgress } from '../../../../contracts/api/admin-acts.ts';
import type { ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { queryClient } from '../api/api.ts';
import { endpointQuery } from '../api/endpoint-query.ts';

export type MassAct = NonNullable<ResponseOf<typeof massActProgress>['act']>;

export const massActQuery = endpointQuery(massActProgress);

type Began = Pick<MassAct, 'kind'> & { readonly requestId: string | null; readonly count: number };

/** A mass act was accepted: its progress is on screen at once, and its end is noticed however soon it comes. */
export function massActBegan({ kind, requestId, count }: Began): void {
  if (requestId === null) return;
  const act = { kind, requestId, done: 0, of: count };
  queryClient.setQueryData(massActQuery.queryKey, (known) => ({ act, ended: known?.ended ?? null }));
}
