import { hash } from 'node:crypto';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { firstRoundFrom, QUICKNET } from '../../proof/beacon.ts';
import { bytesToHex } from '../../proof/bytes.ts';
import { merkleTree } from '../../proof/merkle.ts';
import { raffleIdOf } from '../../proof/raffle-id.ts';
import { byAdmin } from './account-acts.ts';
import type { Appended } from './append-events.ts';

const SEED = '5'.repeat(64);
export const BEACON = { ...QUICKNET, marginSeconds: 30 };
const { chainHash } = BEACON;
const stream = streamOf('raffle', raffleIdOf(1));
const bySystem = (appended: Appended): Appended => ({ ...appended, actor: { kind: 'system' } });
export const at = (occurredAt: string, appended: Appended): Appended => ({ ...appended, occurredAt });
const seedHash = hash('sha256', Buffer.from(SEED, 'hex'));

/** A raffle of nobody, begun at ten. */
export const begun: readonly Appended[] = [
  bySystem({ stream: 'raffle-seeds', type: 'SeedCommitted', data: { number: 1, hash: seedHash } }),
  byAdmin({
    ...{ stream, type: 'RaffleCommitted' },
    data: { number: 1, mode: 'flat', amounts: ['1'], seedHash, beacon: BEACON },
  }),
];
const TEN = Date.parse('2026-03-01T10:00:00.000Z');
/** The one that is named a second later. */
export const ROUND = firstRoundFrom(BEACON, TEN + 31_000);

/** Its entries, which are none. @param occurredAt RFC 3339 */
export function frozen(before: readonly Appended[], occurredAt: string): readonly Appended[] {
  const [root, place] = [bytesToHex(merkleTree([]).root), before.length * 100];
  const data = {
    ...{ root, count: 0, position: `C:${place}/P:${place}` },
    beacon: { chainHash, round: ROUND, seed: SEED },
  };
  return [...before, at(occurredAt, bySystem({ stream, type: 'EntriesFrozen', data }))];
}
