import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import {
  ANNA,
  BEN,
  byAdmin,
  granted,
  opened,
  openedByEmail,
  reserved,
  walletOf,
} from '../../ledger/audit/testing/account-acts.ts';
import {
  ANOTHER,
  actsBehind,
  by,
  livedLedger,
  naming,
  THIRD,
} from '../../ledger/audit/testing/acts-behind.ts';
import { type Appended, appendEvents } from '../../ledger/audit/testing/append-events.ts';
import { exportText } from '../../ledger/audit/testing/audit-text.ts';
import { at, BEACON, begun, frozen, ROUND } from '../../ledger/audit/testing/raffle-of-nobody.ts';
import { effectIds } from '../../ledger/mass-acts/effect-ids.ts';
import type { ExportedEvent } from '../../ledger/proof/audit/exported-event.ts';
import { roundTime } from '../../ledger/proof/beacon.ts';
import { verify } from './verify.ts';

let folder: string;
let plain: readonly ExportedEvent[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-audit-open-'));
  plain = await livedLedger();
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

/** What the verdict on a ledger rests on, of what says so much. */
async function assumedOf(events: readonly ExportedEvent[], about: RegExp): Promise<string[]> {
  const file = join(folder, 'ledger.ndjson');
  await writeFile(file, await exportText(events));
  const verdict = await verify(file, { checkpoint: [], moved: false });
  if (verdict.verdict !== 'sound') throw new Error(JSON.stringify(verdict.fault));
  return verdict.assumed.filter((text) => about.test(text));
}

/** Up to the first event of the type that is such a one, and with it. */
const upTo = (type: string, is: (event: ExportedEvent) => boolean = () => true) =>
  plain.slice(0, plain.findIndex((event) => event.type === type && is(event)) + 1);

/** Of a type whose data are of that kind. */
const dataOf = <Data>(event: ExportedEvent | undefined) => event?.data as Data;

test('a raffle that was begun and not drawn, and a prize that was drawn and not paid, are said with the verdict', async () => {
  const { number } = dataOf<{ number: number }>(plain.find(({ type }) => type === 'RaffleCommitted'));
  const goesOn = `That raffle ${number} goes on: it was begun, and is neither drawn nor given up.`;
  expect(await assumedOf(upTo('RaffleCommitted'), /raffle/)).toContain(goesOn);
  expect(await assumedOf(upTo('EntriesFrozen'), /raffle/)).toContain(goesOn);

  const winnersOf = (event: ExportedEvent) => dataOf<{ winners: readonly object[] }>(event).winners.length;
  const drawn = upTo('RaffleDrawn', (event) => winnersOf(event) > 0);
  const draw = drawn.slice(-1)[0];
  if (!draw) throw new Error('the ledger has no draw');
  const unpaid = winnersOf(draw) === 1 ? '1 prize' : `${winnersOf(draw)} prizes`;
  expect(await assumedOf(drawn, /neither paid/)).toEqual([
    expect.stringMatching(`^That ${unpaid} of drawn raffles will be paid, the first one place 1 of raffle`),
  ]);
  expect(await assumedOf(drawn, /goes on/)).toEqual([]);
  const [first = ''] = await assumedOf(drawn, /neither paid/);
  const itsRaffle = /place 1 of raffle \d+/.exec(first)?.[0] ?? first;
  const over = upTo('RaffleCompleted', ({ stream }) => stream === draw.stream);
  expect((await assumedOf(over, /neither paid/)).join()).not.toContain(itsRaffle);
});

test('acts at times that were over, or are to come, forms of before and rewards without a limit are said with the verdict', async () => {
  const account = (type: string, data: object): Appended => ({
    stream: streamOf('account', ANNA),
    type,
    data,
  });
  const free = { grantId: crypto.randomUUID(), amount: '7', source: 'admin', reason: 'Well done' };
  const events = appendEvents(
    [],
    [
      ...opened(ANNA),
      ...opened(BEN),
      byAdmin(account('RewardGranted', free)),
      at('2026-02-20T10:00:00.000Z', account('WhitelistJoined', {})),
      at('2026-02-20T10:00:00.000Z', { ...granted(BEN, 'welcome', '100'), schemaVersion: 1 }),
    ],
  );
  expect(await assumedOf(events, /rewards? by hand/)).toEqual([
    'That 1 reward by hand, of 7 EVO together, kept to what admins might send: it stands before any limit was named.',
  ]);
  expect(await assumedOf(events, /at the times/)).toEqual([
    `That 2 events were done at the times that they tell, up to 9 days earlier than what people had done before them, as where a clock was wrong: the first is WhitelistJoined at account-${ANNA}:2 of 2026-02-20T10:00:00.000Z.`,
  ]);
  expect(await assumedOf(events, /earlier release/)).toEqual([
    `That an earlier release ran beside a newer one: 1 event has a form of before and is held to fewer rules, the first is RewardGranted at account-${BEN}:1 of 2026-02-20T10:00:00.000Z.`,
  ]);
  expect(await assumedOf(events, /to come/)).toEqual([]);
  const ahead = appendEvents(events, [
    at('2199-01-01T10:00:00.000Z', reserved(ANNA, streamOf('wallet', walletOf(ANNA)))),
  ]);
  expect(await assumedOf(ahead, /to come/)).toEqual([
    'That a clock was wrong: people have done something at 2199-01-01T10:00:00.000Z, which is still to come.',
  ]);
});

test('a raffle whose round was public by the time of something before its entries is said with the verdict', async () => {
  const joined = opened(ANNA).map((one) => at('2026-03-01T10:07:00.000Z', one));
  const events = appendEvents([], frozen([...begun, ...joined], '2026-03-01T10:00:01.000Z'));
  const due = new Date(roundTime(BEACON, ROUND)).toISOString();
  expect(await assumedOf(events, /knew the round/)).toEqual([
    `That nobody knew the round when the entries were frozen, of raffle 1: round ${ROUND} was published at ${due}, and what stands before them tells a later time, as where a clock was wrong: Reserved at wallet-${walletOf(ANNA)}:0 of 2026-03-01T10:07:00.000Z.`,
  ]);
  const intime = appendEvents([], frozen(begun, '2026-03-01T10:00:01.000Z'));
  expect(await assumedOf(intime, /knew the round/)).toEqual([]);
});

test('an act on all accounts that is not over is said with the verdict, and to how many it has come', async () => {
  const requestId = crypto.randomUUID();
  const ofAll = (type: string, data: object): Appended => ({ stream: 'mass-acts', type, data });
  const { actor } = byAdmin(ofAll('', {}));
  const bySystem = (one: Appended): Appended => ({ ...one, actor: { ...actor, kind: 'system' } });
  const cleared: Appended = {
    ...bySystem({ ...openedByEmail(ANNA), type: 'BalanceCleared', data: { amount: '100', reason: 'x' } }),
    commandId: effectIds(ANNA, requestId)[0],
  };
  const asked = byAdmin(ofAll('MassClearRequested', { requestId, reason: 'x' }));
  const before = [ANNA, BEN].flatMap((userId) => [...opened(userId), granted(userId, 'welcome', '100')]);
  const goesOn = (accounts: string) => [
    `That the clear of all balances goes on to all: it has come to ${accounts} and is not over so far, by MassClearRequested at mass-acts:0 of 2026-03-01T10:00:00.000Z.`,
  ];
  const events = appendEvents([], [...before, asked]);
  expect(await assumedOf(events, /goes on/)).toEqual(goesOn('0 accounts'));
  // The other one is not left out before it is said to be over.
  expect(await assumedOf(appendEvents(events, [cleared]), /goes on/)).toEqual(goesOn('1 account'));

  const alone = appendEvents([], [...before.slice(0, 3), asked, cleared]);
  const over = bySystem(ofAll('MassClearCompleted', { requestId, count: 1, total: '100' }));
  expect(await assumedOf(alone, /goes on/)).toEqual(goesOn('1 account'));
  expect(await assumedOf(appendEvents(alone, [over]), /goes on/)).toEqual([]);
});

test('a reward by hand that was approved and is not granted is said with the verdict', async () => {
  const root = `0x${'9'.repeat(40)}`;
  const ledger = appendEvents([], [...opened(ANNA), byAdmin(naming(THIRD, root))]);
  const acts = actsBehind(() => ledger);
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const approve = (requestId: string) =>
    by(ANOTHER, {
      stream: streamOf('reward-request', requestId),
      type: 'RewardApproved',
      data: { userId: acts.userId(), amount: '5000', approvedBy: ANOTHER },
    });
  const grant: Appended = {
    ...acts.own('RewardGranted', {
      ...{ grantId: one, amount: '5000', source: 'admin' },
      ...{ reason: 'Well done', ref: `request:${one}` },
    }),
    ...{ commandId: one, actor: { kind: 'system', wallet: ANOTHER } },
  };
  const due = (rewards: string, sum: string, requestId: string) =>
    `That ${rewards} by hand, of ${sum} EVO together, ${rewards === '1 reward' ? 'is' : 'are'} for a good reason approved and not granted so far, as where an account was removed: the first is RewardApproved at reward-request-${requestId}:1 of 2026-03-01T10:00:00.000Z.`;
  const saidOf = (events: readonly ExportedEvent[]) => assumedOf(events, /not granted so far/);
  const asked = appendEvents(ledger, [acts.named(), acts.ask(one), acts.ask(other)]);
  expect(await saidOf(asked)).toEqual([]);
  const approved = appendEvents(asked, [approve(one), approve(other)]);
  expect(await saidOf(approved)).toEqual([due('2 rewards', '10000', one)]);
  expect(await saidOf(appendEvents(approved, [grant]))).toEqual([due('1 reward', '5000', other)]);
});

test('an account that was merged while nobody has its mailbox since is said with the verdict', async () => {
  const merged = { ...openedByEmail(ANNA), type: 'AccountRemoved', data: { reason: 'merged' } };
  expect(await assumedOf(appendEvents([], [openedByEmail(ANNA), merged]), /mailbox, and/)).toEqual([
    `That 1 account was removed because somebody else had proved to read the mailbox, and was cut off then: no other account has it since, the first is AccountRemoved at account-${ANNA}:1 of 2026-03-01T10:00:00.000Z.`,
  ]);
});
