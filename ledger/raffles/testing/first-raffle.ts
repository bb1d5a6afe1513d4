import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { storedHash } from '../../envelope.ts';
import { createCommandHandler } from '../../handle-command.ts';
import { raffleIdOf } from '../../proof/raffle-id.ts';
import { rafflePositionsHash, verifyRaffleProof } from '../../proof/raffle-proof.ts';
import { startMemoryLedger } from '../../testing/memory-ledger.ts';
import { testContext } from '../../testing/start-ledger.ts';
import type { RafflePorts } from '../raffle-ports.ts';
import { type BegunRaffle, beginRaffle, commitNextSeed, finishRaffle } from '../run-raffle.ts';
import { SEED_HASH } from './raffle-ports.ts';

type Request = Parameters<typeof beginRaffle>[2];

/** Before the rounds of the beacons that tests have. */
const BEGUN_AT = '2026-01-05T10:00:00.000Z';

/** The first raffle of a ledger of its own, and what a test does with it. */
export function firstRaffle() {
  const ledger = startMemoryLedger();
  const handler = createCommandHandler(ledger.store);
  const raffleId = raffleIdOf(1);
  const stream = streamOf('raffle', raffleId);

  /** For two winners, of 5 and 2.5 EVO, by somebody who may. */
  async function begin(
    ports: RafflePorts,
    more: Partial<Request> = {},
    context = testContext({ occurredAt: BEGUN_AT }),
  ) {
    await commitNextSeed(handler, ports, 1, testContext());
    const request: Request = {
      rules: { mode: 'tiered', amounts: ['5', '2.5'] },
      seed: { number: 1, hash: SEED_HASH },
      from: { commit: 0n, prepare: 0n },
      authorize: async () => undefined,
      ...more,
    };
    return beginRaffle(handler, ports, request, context);
  }
  const finish = (begun: BegunRaffle, ports: RafflePorts, context = testContext()) =>
    finishRaffle(handler, ports, begun, context);

  /** What an auditor finds wrong with the raffle as the ledger has it. */
  async function faults(): Promise<unknown[]> {
    const seeds = await ledger.read('raffle-seeds');
    const events = [...seeds.slice(0, 1), ...(await ledger.read(stream))].map((event) => {
      const { id, type, revision, position, data, metadata } = { ...event, ...event.written };
      const place = { revision: Number(revision), position: formatPosition(position) };
      return { id, type, stream: event.stream, ...place, data, metadata, hash: storedHash(event) };
    });
    const steps = verifyRaffleProof({ events, positionsHash: rafflePositionsHash(events) });
    return steps.filter(({ fault }) => fault !== undefined);
  }

  return {
    ...{ ledger, handler, raffleId, stream, begin, finish, faults },
    run: async (ports: RafflePorts) => finish(await begin(ports), ports),
    typesIn: async (name: string) => (await ledger.read(name)).map(({ type }) => type),
  };
}
