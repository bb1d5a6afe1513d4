import { queryOptions } from '@tanstack/react-query';
import { massActProgress } from '../../../../contracts/api/admin-acts.ts';
import type { ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { HEADERS } from '../../../../contracts/constants.ts';
import { queryClient } from '../api/api.ts';
import { isRefusedAs } from '../api/api-error.ts';
import { endpointQuery } from '../api/endpoint-query.ts';

type Progress = ResponseOf<typeof massActProgress>;
export type MassAct = NonNullable<Progress['act']>;

const POLL_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** Asked again and again while there is an act; a server that does not answer is asked at growing intervals. */
export const massActQuery = queryOptions({
  ...endpointQuery(massActProgress),
  refetchInterval: ({ state }) => (state.data?.act ? pauseAfter(state) : false),
});

type Asked = {
  readonly error: Error | null;
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
};

/** Milliseconds until the next look: as long once more as there has been no answer by now. */
function pauseAfter({ error, dataUpdatedAt, errorUpdatedAt }: Asked): number {
  if (!error) return POLL_MS;
  return Math.min(LONGEST_PAUSE_MS, Math.max(POLL_MS, errorUpdatedAt - dataUpdatedAt));
}

type Began = Pick<MassAct, 'kind'> & { readonly requestId: string | null; readonly count: number };

/** A mass act was accepted: its progress is on screen at once, and its end is noticed however soon it comes. */
export function massActBegan({ kind, requestId, count }: Began): void {
  if (requestId === null) return;
  const act = { kind, requestId, done: 0, of: count };
  queryClient.setQueryData(massActQuery.queryKey, (known) => ({ act, ended: known?.ended ?? null }));
}

/** What is said beside a confirmed act on all accounts: as of which of them its question was answered. */
export const askedBehind = ({
  lastAct,
}: {
  readonly lastAct?: string | null | undefined;
} = {}): Readonly<Record<string, string>> =>
  lastAct === undefined ? {} : { [HEADERS.lastMassAct]: lastAct ?? 'none' };

/** Whether another act on all accounts was done since: whoever still means this one asks anew what it would do. */
export const isOvertaken = (error: Error): boolean => isRefusedAs(error, 'MassActSince');
