import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_ACCOUNT_TOTAL } from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { formatEvo, parseEvo } from '../../contracts/money.ts';
import { GrantTooLarge } from '../accounts/errors.ts';
import { removeAccount } from '../accounts/remove-account.ts';
import { NotAnAdmin } from '../admins/admins.ts';
import type { Authorize } from '../authorize.ts';
import { asProgram } from '../command-context.ts';
import { LedgerCorrupt, LedgerUnavailable } from '../domain-error.ts';
import { hashInput } from '../envelope.ts';
import { createCommandHandler } from '../handle-command.ts';
import { prizeGrantIdOf } from '../proof/raffle-id.ts';
import { appendAsItWas } from '../testing/append-as-it-was.ts';
import { dyingAfter } from '../testing/ending-timing.ts';
import { newWallet, testContext } from '../testing/start-ledger.ts';
import { payPrizes } from './pay-prizes.ts';
import { previewPrizes } from './preview-prizes.ts';
import { type RaffleState, raffle as raffleDecider } from './raffle.ts';
import { prizeNotes } from './raffle-process.ts';
import { readRaffle } from './read-raffle.ts';
import { firstRaffle } from './testing/first-raffle.ts';
import { portsFor } from './testing/raffle-ports.ts';

const allowed: Authorize = async () => undefined;
const occurredAt = '2026-02-28T23:59:59.999Z';

let raffle: ReturnType<typeof firstRaffle>;
let state: RaffleState;
/** The winners, the first place first, each with an account and a wallet. */
let winners: readonly string[];
beforeEach(async () => {
  raffle = firstRaffle();
  state = await raffle.run(portsFor(4));
  winners = state.winners.map(({ userId }) => userId);
  for (const userId of winners) {
    const opened: AccountEvent = {
      type: 'AccountOpened',
      data: { source: 'wallet', walletAddress: newWallet() },
    };
    await appendAsItWas(raffle.ledger.store, userId, [opened]);
  }
});

const admin = () => testContext({ occurredAt, actor: { kind: 'admin', wallet: newWallet() } });
const order = (place: number | undefined, authorize = allowed) => ({
  ...{ raffleId: raffle.raffleId, state, place, authorize },
});
const payEach = (place?: number, context = admin(), authorize = allowed) =>
  payPrizes(raffle.handler, order(place, authorize), context);
const pay = async (...how: Parameters<typeof payEach>) => (await payEach(...how)).after;
const preview = (place?: number) => previewPrizes(raffle.handler, order(place), admin());
const remove = (userId = '') =>
  removeAccount(
    raffle.handler,
    { userId, reason: 'Abuse', dryRun: false, authorize: allowed },
    testContext(),
  );
const eventsOf = async (userId = '') => (await raffle.ledger.read(streamOf('account', userId))).slice(1);
const notes = async () =>
  (await raffle.ledger.read(raffle.stream)).slice(3).map(({ type, data }) => ({ type, data }));
const paid = (place: number, amount: string) => ({
  type: 'PrizePaid',
  data: { place, userId: winners[place - 1], grantId: prizeGrantIdOf(raffle.raffleId, place), amount },
});
const completed = (totalDistributed: string) => ({ type: 'RaffleCompleted', data: { totalDistributed } });
/** What leaves an account no room for a prize. */
const full = (): AccountEvent => ({
  type: 'RewardGranted',
  data: { grantId: crypto.randomUUID(), amount: MAX_ACCOUNT_TOTAL, source: 'admin', reason: 'Long ago' },
});

describe('paying', () => {
  test('one place grants its prize to its winner, and the raffle notes it', async () => {
    const context = admin();
    const after = await pay(2, context);
    expect(after.prizes.get(2)).toEqual({ kind: 'paid', amount: parseEvo('2.5') });
    const { raffleId } = raffle;
    const [grant, ...more] = await eventsOf(winners[1]);
    expect(more).toEqual([]);
    expect(grant).toMatchObject({
      type: 'RewardGranted',
      data: {
        ...{ grantId: prizeGrantIdOf(raffleId, 2), amount: '2.5', source: 'raffle' },
        ...{ reason: 'Raffle 1, place 2, 2026-02-28', ref: `${raffleId}:2` },
      },
      metadata: { actor: context.actor, commandId: prizeGrantIdOf(raffleId, 2) },
    });
    expect(await notes()).toEqual([paid(2, '2.5')]);
    const note = (await raffle.ledger.read(raffle.stream)).at(-1);
    expect(note?.metadata.actor).toEqual(asProgram(context).actor);
    expect([grant, note].map((event) => event?.metadata.inputHash)).toEqual(
      ['pay-prize', 'note-prize'].map((operation) => hashInput({ operation, raffleId, place: 2 })),
    );
    expect(await eventsOf(winners[0])).toEqual([]);
  });

  test('all places pays each once and completes the raffle, however often and from wherever', async () => {
    const elsewhere = createCommandHandler(raffle.ledger.store);
    await Promise.all([pay(), payPrizes(elsewhere, order(undefined), admin()), pay(1)]);
    const again = await pay();
    expect(again.stage).toBe('completed');
    expect((await eventsOf(winners[0])).map(({ data }) => 'amount' in data && data.amount)).toEqual(['5']);
    expect((await eventsOf(winners[1])).map(({ data }) => 'amount' in data && data.amount)).toEqual(['2.5']);
    const all = await notes();
    expect(all).toHaveLength(3);
    expect(all).toEqual(expect.arrayContaining([paid(1, '5'), paid(2, '2.5')]));
    expect(all.at(-1)).toEqual(completed('7.5'));
  });

  test('who was removed forgoes the prize, for good, and the others are paid', async () => {
    await remove(winners[0]);
    expect((await pay()).stage).toBe('completed');
    const forgone = (await eventsOf(winners[0])).at(-1);
    expect(forgone).toMatchObject({
      type: 'PrizeForgone',
      data: { ref: `${raffle.raffleId}:1`, reason: 'account_removed' },
    });
    expect((await pay()).prizes.get(1)).toEqual({ kind: 'skipped', reason: 'account_removed' });
    const all = await notes();
    expect(all).toEqual(
      expect.arrayContaining([
        { type: 'PrizeSkipped', data: { place: 1, reason: 'account_removed' } },
        paid(2, '2.5'),
      ]),
    );
    expect(all.at(-1)).toEqual(completed('2.5'));
  });

  test('a prize that a release of before skipped, of which no account knows, is paid to nobody who comes back', async () => {
    const skip = { type: 'SkipPrize', place: 1, reason: 'account_removed' } as const;
    await raffle.handler.handle({
      ...admin(),
      stream: raffle.stream,
      decider: raffleDecider,
      command: skip,
      input: skip,
    });
    state = await readRaffle(raffle.handler, raffle.raffleId);
    for (const place of [1, undefined]) expect((await pay(place)).prizes.get(1)?.kind).toBe('skipped');
    expect(await eventsOf(winners[0])).toEqual([]);
    expect((await notes()).at(-1)).toEqual(completed('2.5'));
  });

  test('an account that cannot take its prize keeps nobody else from theirs, and is told', async () => {
    await appendAsItWas(raffle.ledger.store, winners[0] ?? '', [full()]);
    raffle = { ...raffle, handler: createCommandHandler(raffle.ledger.store) };
    const { after, refusals } = await payEach();
    expect([...after.prizes.keys()]).toEqual([2]);
    expect(refusals).toMatchObject([{ code: 'BalanceTooLarge' }]);
    expect(await notes()).toEqual([paid(2, '2.5')]);
    // Then it alone is left, and nothing comes of asking again.
    state = after;
    await expect(pay()).rejects.toMatchObject({ code: 'BalanceTooLarge' });
  });

  test('a winner whose account the node that is asked lacks is asked for again, and not taken for nobody', async () => {
    const { store } = raffle.ledger;
    const behind = createCommandHandler({
      ...store,
      readPage: async (...call) =>
        call[0] === streamOf('account', winners[0] ?? '') ? [] : store.readPage(...call),
    });
    for (const place of [1, undefined]) {
      await expect(payPrizes(behind, order(place), admin())).rejects.toBeInstanceOf(LedgerUnavailable);
    }
    await expect(previewPrizes(behind, order(1), admin())).rejects.toBeInstanceOf(LedgerUnavailable);
    expect(await eventsOf(winners[0])).toEqual([]);
  });

  test('is refused to whom the right is refused, for one place and for all', async () => {
    const refusal = Object.assign(new Error('no right'), { kind: 'forbidden' });
    const refuse: Authorize = () => Promise.reject(refusal);
    for (const place of [1, undefined]) await expect(pay(place, admin(), refuse)).rejects.toThrow('no right');
    expect(await notes()).toEqual([]);
    expect(await eventsOf(winners[0])).toEqual([]);
  });

  test('is for places that there are, of a raffle that was drawn', async () => {
    for (const place of [0, 3]) {
      await expect(pay(place)).rejects.toMatchObject({ code: 'UnknownPlace' });
      await expect(preview(place)).rejects.toMatchObject({ code: 'UnknownPlace' });
    }
    raffle = firstRaffle();
    await raffle.begin(portsFor(4));
    state = await readRaffle(raffle.handler, raffle.raffleId);
    for (const place of [1, undefined]) {
      await expect(pay(place)).rejects.toMatchObject({ code: 'RaffleNotDrawn' });
      await expect(preview(place)).rejects.toMatchObject({ code: 'RaffleNotDrawn' });
    }
  });

  test('a program that dies between the prize and its note has paid, and the process notes it, once', async () => {
    const { store, timing } = dyingAfter(1, raffle.ledger.store);
    const dying = createCommandHandler(store, { timing });
    await expect(payPrizes(dying, order(1), admin())).rejects.toThrow();
    expect(await eventsOf(winners[0])).toHaveLength(1);
    expect(await notes()).toEqual([]);
    const { handle, laneOf, name } = prizeNotes(raffle.handler);
    expect(name).toBe('raffle-prizes');
    for (let times = 0; times < 2; times++) {
      for (const event of await raffle.ledger.readAll()) if (laneOf(event) !== undefined) await handle(event);
    }
    expect(await notes()).toEqual([paid(1, '5')]);
    await pay();
    expect((await notes()).at(-1)).toEqual(completed('7.5'));
  });

  test('of two admins who pay one prize the raffle names the one who has paid, who died before the note', async () => {
    const { store, timing } = dyingAfter(1, raffle.ledger.store);
    const first = admin();
    await expect(payPrizes(createCommandHandler(store, { timing }), order(1), first)).rejects.toThrow();
    await pay(1);
    const [note] = (await raffle.ledger.read(raffle.stream)).slice(3);
    expect(note?.metadata.actor).toEqual({ kind: 'system', wallet: first.actor.wallet });
  });

  test('the process notes a prize that was forgone, and one event of a raffle after the other', async () => {
    await remove(winners[1]);
    const { store, timing } = dyingAfter(1, raffle.ledger.store);
    const dying = createCommandHandler(store, { timing });
    await expect(payPrizes(dying, order(2), admin())).rejects.toThrow();
    const { handle, laneOf } = prizeNotes(raffle.handler);
    const events = await raffle.ledger.readAll();
    expect(events.map(laneOf).filter((lane) => lane !== undefined)).toEqual([raffle.raffleId]);
    for (const event of events) await handle(event);
    expect(await notes()).toEqual([{ type: 'PrizeSkipped', data: { place: 2, reason: 'account_removed' } }]);
  });

  test('the process notes a prize as soon as the node that it asks has the draw', async () => {
    const { store, timing } = dyingAfter(1, raffle.ledger.store);
    const dying = createCommandHandler(store, { timing });
    await expect(payPrizes(dying, order(1), admin())).rejects.toThrow();
    const [prize] = await eventsOf(winners[0]);
    if (!prize) throw new Error('the prize was granted');
    // The rules and the entries have come there, the winners have not; or nothing of it has.
    for (const events of [2, 0]) {
      const behind = createCommandHandler({
        ...raffle.ledger.store,
        readPage: async (stream, from, maxCount) => {
          const page = await raffle.ledger.store.readPage(stream, from, maxCount);
          return stream === raffle.stream ? page.filter(({ revision }) => revision < events) : page;
        },
      });
      await expect(prizeNotes(behind).handle(prize)).rejects.toBeInstanceOf(LedgerUnavailable);
    }
    expect(await notes()).toEqual([]);
    await prizeNotes(raffle.handler).handle(prize);
    expect(await notes()).toEqual([paid(1, '5')]);
  });

  test('the process takes no other grant for a prize, whatever it is for', async () => {
    const gift: AccountEvent = {
      type: 'RewardGranted',
      data: {
        ...{ grantId: crypto.randomUUID(), amount: '1', source: 'admin', reason: 'A gift' },
        ref: `${raffle.raffleId}:2`,
      },
    };
    await appendAsItWas(raffle.ledger.store, winners[1] ?? '', [gift]);
    const { handle, laneOf } = prizeNotes(raffle.handler);
    for (const event of await raffle.ledger.readAll()) {
      expect(laneOf(event), event.type).toBeUndefined();
      await handle(event);
    }
    expect(await notes()).toEqual([]);
  });

  test('the process takes no prize that names no raffle for one', async () => {
    const grant: AccountEvent = {
      type: 'RewardGranted',
      data: { grantId: crypto.randomUUID(), amount: '1', source: 'raffle', reason: 'Nobody knows' },
    };
    await appendAsItWas(raffle.ledger.store, winners[0] ?? '', [grant]);
    const [event] = await eventsOf(winners[0]);
    await expect(prizeNotes(raffle.handler).handle(event!)).rejects.toBeInstanceOf(LedgerCorrupt);
  });
});

describe('of many places', () => {
  /** Twenty winners, and how many of their accounts were asked for the right before all was over. */
  async function askedBy(refusal: Error): Promise<number> {
    raffle = firstRaffle();
    const ports = portsFor(30);
    const amounts = Array.from({ length: 20 }, () => '1');
    state = await raffle.finish(await raffle.begin(ports, { rules: { mode: 'flat', amounts } }), ports);
    for (const { userId } of state.winners) {
      const opened: AccountEvent = {
        type: 'AccountOpened',
        data: { source: 'wallet', walletAddress: newWallet() },
      };
      await appendAsItWas(raffle.ledger.store, userId, [opened]);
    }
    let asked = 0;
    const refuse: Authorize = () => {
      asked += 1;
      return Promise.reject(refusal);
    };
    await expect(pay(undefined, admin(), refuse)).rejects.toThrow(refusal);
    return asked;
  }

  test('a right that is gone, and a ledger that is away, end it for all', async () => {
    expect(await askedBy(new NotAnAdmin())).toBeLessThan(20);
    expect(await askedBy(new LedgerCorrupt('away'))).toBeLessThan(20);
  });
  test('what one account refuses does not', async () => {
    expect(await askedBy(new GrantTooLarge())).toBe(20);
  });
});

describe('a preview', () => {
  const figures = async (place?: number) => {
    const { paid: count, skipped, total } = await preview(place);
    return [count, skipped, formatEvo(total)];
  };

  test('says what paying would do, and does nothing', async () => {
    const before = (await raffle.ledger.readAll()).length;
    expect(await figures()).toEqual([2, 0, '7.5']);
    expect(await figures(1)).toEqual([1, 0, '5']);
    expect(await figures(2)).toEqual([1, 0, '2.5']);
    expect((await raffle.ledger.readAll()).length).toBe(before);
  });

  test('counts who would forgo a prize, and leaves out what is settled', async () => {
    await remove(winners[0]);
    expect(await figures()).toEqual([1, 1, '2.5']);
    state = await pay(2);
    expect(await figures()).toEqual([0, 1, '0']);
    expect(await figures(2)).toEqual([0, 0, '0']);
    state = await pay();
    expect(await figures()).toEqual([0, 0, '0']);
  });

  test('leaves out a prize that was settled by a program which died before its note', async () => {
    await remove(winners[1]);
    for (const place of [1, 2]) {
      const { store, timing } = dyingAfter(1, raffle.ledger.store);
      const dying = createCommandHandler(store, { timing });
      await expect(payPrizes(dying, order(place), admin())).rejects.toThrow();
      expect(await figures(place)).toEqual([0, 0, '0']);
    }
    expect(await notes()).toEqual([]);
    expect(await figures()).toEqual([0, 0, '0']);
  });

  test('tells of the others where one account cannot take its prize, and of that one why not', async () => {
    await appendAsItWas(raffle.ledger.store, winners[0] ?? '', [full()]);
    raffle = { ...raffle, handler: createCommandHandler(raffle.ledger.store) };
    expect(await figures()).toEqual([1, 0, '2.5']);
    expect((await preview()).refusals).toMatchObject([{ code: 'BalanceTooLarge' }]);
    await expect(preview(1)).rejects.toMatchObject({ code: 'BalanceTooLarge' });
    state = await pay(2);
    await expect(preview()).rejects.toMatchObject({ code: 'BalanceTooLarge' });
  });

  test('is refused to whom the right is refused', async () => {
    const refuse: Authorize = () => Promise.reject(new Error('no right'));
    await expect(previewPrizes(raffle.handler, order(1, refuse), admin())).rejects.toThrow('no right');
  });
});
