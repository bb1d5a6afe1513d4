import { afterAll, beforeAll, expect, test } from 'vitest';
import { DomainError } from '../../../ledger/domain-error.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import { type CommandHandler, createCommandHandler } from '../../../ledger/handle-command.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { payPrizes } from '../../../ledger/raffles/pay-prizes.ts';
import { readNewestSeed } from '../../../ledger/raffles/read-newest-seed.ts';
import { readRaffle } from '../../../ledger/raffles/read-raffle.ts';
import { recomputeRaffle } from '../../../ledger/raffles/testing/audit-raffle.ts';
import { type TestLedgerNode, testContext } from '../../../ledger/testing/start-ledger.ts';
import { type RafflePrograms, startRafflePrograms } from './testing/raffle-programs.ts';

const rules = { mode: 'tiered', amounts: ['3', '2', '1'] } as const;

let stage: RafflePrograms;
let handler: CommandHandler;
let ledger: TestLedgerNode;
beforeAll(async () => {
  stage = await startRafflePrograms();
  ({ handler, ledger } = stage);
});
afterAll(() => stage.close());

const allow = async () => undefined;
const admin = () => testContext({ actor: { kind: 'admin', wallet: `0x${'0'.repeat(40)}` } });

/** The ledger as it is when somebody else acts right before the raffle is begun, and after the users were counted. */
function justBefore(act: () => Promise<void>): EventStore {
  return {
    ...ledger.store,
    async append(stream, ...rest) {
      if (stream.startsWith('raffle-') && rest[1] === undefined) await act();
      return ledger.store.append(stream, ...rest);
    },
  };
}

const forAll = (count: number) => ({ mode: 'flat', amounts: new Array<string>(count).fill('1') }) as const;

test('whoever is verified between the count and the beginning enters: the events up to then decide', async () => {
  const before = (await stage.eligible()).length;
  const { state } = await stage.program(justBefore(stage.verifiedUser)).raffles.start(rules, allow, admin());
  expect(state.entries?.count).toBe(before + 1);
  const recomputed = recomputeRaffle(await ledger.readAll(), raffleIdOf(state.number));
  expect(recomputed.root).toBe(state.entries?.root);
});

test('everybody wins, and one is removed in that moment: it fails in public, and the next one goes on', async () => {
  const all = await stage.eligible();
  const remove = () => stage.remove(all[0] ?? '');
  const number = (await readNewestSeed(handler))?.number ?? 0;
  await expect(
    stage.program(justBefore(remove)).raffles.start(forAll(all.length), allow, admin()),
  ).rejects.toThrow(
    `Raffle ${number} failed: Cannot select ${all.length} winners from ${all.length - 1} eligible users`,
  );
  expect((await readRaffle(handler, raffleIdOf(number))).stage).toBe('failed');
  const next = await stage.program(ledger.store).raffles.start(forAll(all.length - 1), allow, admin());
  expect(new Set(next.state.winners.map(({ userId }) => userId)).size).toBe(all.length - 1);
});

test('a command that was refused where it had begun a raffle itself begins no other', async () => {
  const command = admin();
  const { raffleId } = await stage.program(ledger.store).raffles.start(rules, allow, command);
  // Another process that has not heard of it yet, and counts fewer users.
  const late = createCommandHandler({ ...ledger.store, readPage: async () => [] });
  const refuse = async () => {
    throw new DomainError('invalid', 'TooManyWinners', 'fewer now');
  };
  const behind = stage.programWith({ ...handler, handle: late.handle });
  await expect(behind.start(rules, refuse, command)).rejects.toThrow('fewer now');
  const again = await stage.program(ledger.store).raffles.start(rules, allow, command);
  expect(again.raffleId).toBe(raffleId);
});

test('an admin who has lost the right by the time of the skip skips nothing', async () => {
  const { raffleId, state } = await stage.program(ledger.store).raffles.start(rules, allow, admin());
  await stage.remove(state.winners[0]?.userId ?? '');
  const refuse = async () => {
    throw new DomainError('forbidden', 'NotAnAdmin', 'not any more');
  };
  const before = (await ledger.readAll()).length;
  const order = { raffleId, state, place: 1, authorize: refuse };
  await expect(payPrizes(handler, order, admin())).rejects.toThrow('not any more');
  expect((await ledger.readAll()).length).toBe(before);
});
