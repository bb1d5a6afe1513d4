import { queryOptions } from '@tanstack/react-query';
import { getConsistency, getReceipt } from '../../../../../contracts/api/ledger-seals.ts';
import { api } from '../../../lib/api/api.ts';
import { partLoader } from '../../../lib/load-part.ts';
import type { Continuity } from '../model/continuity.ts';
import { fetchCheckpoint } from './fetch-checkpoint.ts';
import type { Seal } from './ledger-queries.ts';

const CONTINUITY = 'ledger-continuity';

const loadMemory = partLoader(() => import('../model/seal-memory.ts'));
const loadCheck = partLoader(() => import('../model/continuity.ts'));

/** Whether the newest seal follows from what this browser has seen before; asked for once a seal. */
export const continuityQuery = ({ size, root, eventId }: Seal) =>
  queryOptions<Continuity>({
    queryKey: [CONTINUITY, size, root],
    queryFn: async ({ signal }) => {
      const { recallSeal, rememberSeal } = await loadMemory();
      // Before the checkpoint is asked for: what another tab sees meanwhile is newer than that may be.
      const before = recallSeal();
      const [{ checkContinuity }, checkpoint] = await Promise.all([loadCheck(), fetchCheckpoint()]);
      // Of the seal's own event: with it come the notary's keys. Behind the checkpoint, which may be the first of a new one.
      const receipt = await api.call(getReceipt, { params: { eventId }, signal });
      const consistency = async (from: number, to: number): Promise<readonly string[]> => {
        const request = { from: String(from), to: String(to) };
        return (await api.call(getConsistency, { request, signal })).proof;
      };
      const shown = { checkpoint, notaryKeys: receipt.notaryKeys, consistency };
      const continuity = await checkContinuity(before, shown, Date.now());
      // What another tab has remembered since stays: the next seal has to follow from that.
      const isOwnTurn = recallSeal()?.checkpoint === before?.checkpoint;
      if (continuity.kind !== 'broken' && isOwnTurn) rememberSeal(continuity.seal);
      return continuity;
    },
    gcTime: 60_000,
    // A replica that lags shows an older seal for a moment: what does not fit is looked at again.
    refetchInterval: ({ state }) => (state.data?.kind === 'broken' || state.error ? RETRY_MS : false),
  });

const RETRY_MS = 10_000;
