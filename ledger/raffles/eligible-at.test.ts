import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { formatPosition, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { storedHash } from '../envelope.ts';
import { createCommandHandler } from '../handle-command.ts';
import { freezeEntries, packIds } from '../proof/frozen-entries.ts';
import { raffleIdOf } from '../proof/raffle-id.ts';
import { rafflePositionsHash, verifyRaffleProof } from '../proof/raffle-proof.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { testUserId } from '../testing/publish-proof.ts';
import { type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import type { RafflePorts } from './raffle-ports.ts';
import { beginRaffle, commitNextSeed, finishRaffle } from './run-raffle.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

const seed = '07'.repeat(32);

test('a draw takes the position that the ledger froze, whatever is kept beside the ledger by then', async () => {
  const handler = createCommandHandler(ledger.store);
  const raffleId = raffleIdOf(1);
  const userIds = Array.from({ length: 5 }, (_, n) => testUserId(n));
  let kept: LedgerPosition | undefined;
  const hash = createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');
  const ports: RafflePorts = {
    createSeed: async () => hash,
    revealSeed: async () => seed,
    countEligible: async () => userIds.length,
    freezeEligible: async (_, from) => kept ?? from,
    entriesOf: async () => freezeEntries(raffleId, packIds(userIds)),
    keptUsers: async (_, ids) =>
      new Map(ids.map((userId) => [userId, { userId, username: 'somebody', walletAddress: null }])),
    nameBlock: async () => undefined,
    isBlockToCome: async () => true,
    beacon: () => undefined,
    pinRound: () => Promise.reject(new Error('no beacon is set')),
    stillToCome: () => true,
    roundSignature: () => Promise.reject(new Error('no beacon is set')),
    blockHash: () => Promise.reject(new Error('no chain')),
  };
  await commitNextSeed(handler, ports, 1, testContext());
  const from = await ledger.store.head();
  if (!from) throw new Error('the ledger is not empty');
  const rules = { mode: 'flat', amounts: ['5', '5'] } as const;
  const authorize = async () => undefined;
  const begun = await beginRaffle(
    handler,
    ports,
    { rules, seed: { number: 1, hash }, from, authorize },
    testContext(),
  );
  // The entries are frozen, and the program dies before it reveals the seed.
  const dies = { ...ports, revealSeed: () => Promise.reject(new Error('killed')) };
  await expect(finishRaffle(handler, dies, begun, testContext())).rejects.toThrow('killed');
  // What Postgres says is another position now: it was restored, or written anew.
  kept = { commit: 10n ** 6n, prepare: 10n ** 6n };
  expect((await finishRaffle(handler, ports, begun, testContext())).stage).toBe('drawn');

  const [seeds, own] = [await ledger.read('raffle-seeds'), await ledger.read(streamOf('raffle', raffleId))];
  const events = [...seeds.slice(0, 1), ...own].map((event) => {
    const { id, type, stream, revision, position, data, metadata } = { ...event, ...event.written };
    const place = { revision: Number(revision), position: formatPosition(position) };
    return { id, type, stream, ...place, data, metadata, hash: storedHash(event) };
  });
  const steps = verifyRaffleProof({ events, positionsHash: rafflePositionsHash(events) });
  expect(steps.filter(({ fault }) => fault !== undefined)).toEqual([]);
});
