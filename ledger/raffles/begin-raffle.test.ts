import { beforeEach, describe, expect, test } from 'vitest';
import { validation } from '../../contracts/messages.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import { hashInput } from '../envelope.ts';
import { createCommandHandler } from '../handle-command.ts';
import { newWallet, testContext } from '../testing/start-ledger.ts';
import { TooManyWinners } from './raffle-steps.ts';
import { readNewestSeed } from './read-newest-seed.ts';
import { readRaffle } from './read-raffle.ts';
import { commitNextSeed, eligibleFor } from './run-raffle.ts';
import { firstRaffle } from './testing/first-raffle.ts';
import { portsFor, SEED_HASH } from './testing/raffle-ports.ts';

let raffle: ReturnType<typeof firstRaffle>;
beforeEach(() => {
  raffle = firstRaffle();
});

const START = { commit: 0n, prepare: 0n };

describe('beginning', () => {
  test('stands in the ledger with its rules and the seed that was committed before', async () => {
    const wallet = newWallet();
    const context = testContext({ actor: { kind: 'admin', wallet } });
    const begun = await raffle.begin(portsFor(5), {}, context);
    const [committed] = await raffle.ledger.read(raffle.stream);
    expect(committed).toMatchObject({
      type: 'RaffleCommitted',
      data: { number: 1, mode: 'tiered', amounts: ['5', '2.5'], seedHash: SEED_HASH },
      metadata: { commandId: context.commandId, actor: { kind: 'admin', wallet } },
    });
    expect(committed?.data).not.toHaveProperty('beacon');
    expect(begun).toEqual({ raffleId: raffle.raffleId, position: committed?.position, replayed: false });
    expect(committed?.metadata.inputHash).toBe(
      hashInput({ operation: 'begin-raffle', mode: 'tiered', amounts: ['5', '2.5'] }),
    );
    expect((await readRaffle(raffle.handler, raffle.raffleId)).stage).toBe('committed');
  });

  test('again under its key is the same raffle; under another it is under way', async () => {
    const context = testContext();
    const begun = await raffle.begin(portsFor(5), {}, context);
    expect(await raffle.begin(portsFor(5), {}, context)).toEqual({ ...begun, replayed: true });
    await expect(raffle.begin(portsFor(5))).rejects.toMatchObject({ code: 'RaffleUnderWay' });
    expect(await raffle.typesIn(raffle.stream)).toEqual(['RaffleCommitted']);
  });

  test('as many winners as are eligible, and not one more', async () => {
    await expect(raffle.begin(portsFor(1))).rejects.toMatchObject({
      code: 'TooManyWinners',
      message: validation.winnersExceedEligible(2, 1),
    });
    expect(await raffle.ledger.read(raffle.stream)).toEqual([]);
    await raffle.begin(portsFor(2));
    expect(await raffle.typesIn(raffle.stream)).toEqual(['RaffleCommitted']);
  });

  test('whom the right is refused begins nothing, and it is asked for when all have been counted', async () => {
    const asked: string[] = [];
    const ports = portsFor(5, {
      countEligible: async () => {
        asked.push('counted');
        return 5;
      },
    });
    const authorize = () => {
      asked.push('right');
      return Promise.reject(new Error('no right'));
    };
    await expect(raffle.begin(ports, { authorize })).rejects.toThrow('no right');
    expect(asked).toEqual(['counted', 'right']);
    expect(await raffle.ledger.read(raffle.stream)).toEqual([]);
  });

  test('counts who is eligible no earlier than it is told to', async () => {
    const from: unknown[] = [];
    const countEligible = async (at: unknown) => from.push(at) + 4;
    expect(await eligibleFor(5, { countEligible }, { commit: 7n, prepare: 7n })).toBe(5);
    await expect(eligibleFor(7, { countEligible }, START)).rejects.toBeInstanceOf(TooManyWinners);
    expect(from).toEqual([{ commit: 7n, prepare: 7n }, START]);
  });
});

describe('the seed of the next raffle', () => {
  const seedData = async () => (await raffle.ledger.read('raffle-seeds')).map(({ data }) => data);

  test('is committed once, by the program, however often it is asked for, and made once', async () => {
    let made = 0;
    const ports = portsFor(5, {
      createSeed: async (number) => {
        made += 1;
        return String(number).repeat(64);
      },
    });
    const context = testContext({ actor: { kind: 'admin', wallet: newWallet() } });
    await commitNextSeed(raffle.handler, ports, 1, context);
    await commitNextSeed(raffle.handler, ports, 1, context);
    await commitNextSeed(createCommandHandler(raffle.ledger.store), ports, 1, testContext());
    await commitNextSeed(raffle.handler, ports, 2, context);
    await commitNextSeed(raffle.handler, ports, 1, context);
    expect(made).toBe(2);
    expect(await seedData()).toEqual([
      { number: 1, hash: '1'.repeat(64) },
      { number: 2, hash: '2'.repeat(64) },
    ]);
    const [first, second] = await raffle.ledger.read('raffle-seeds');
    expect(first?.metadata.actor.kind).toBe('system');
    expect(first?.metadata.commandId).not.toBe(second?.metadata.commandId);
    expect(first?.metadata.inputHash).toBe(hashInput({ operation: 'commit-seed', number: 1 }));
  });

  test('is the newest one that is known, none before the first', async () => {
    expect(await readNewestSeed(raffle.handler)).toBeUndefined();
    await commitNextSeed(raffle.handler, portsFor(5), 1, testContext());
    expect(await readNewestSeed(raffle.handler)).toEqual({ number: 1, hash: SEED_HASH });
  });

  test('is not committed where the one before it is not known', async () => {
    await expect(commitNextSeed(raffle.handler, portsFor(5), 2, testContext())).rejects.toBeInstanceOf(
      LedgerUnavailable,
    );
    expect(await seedData()).toEqual([]);
  });
});
