import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { EventStore } from '../event-store.ts';
import { createCommandHandler } from '../handle-command.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { dyingAfter } from '../testing/ending-timing.ts';
import { patientHandler } from '../testing/patient-handler.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { connectSocial, HandleTaken } from './connect-social.ts';
import { PlatformAlreadyConnected, PlatformNotConnected, TaskAlreadyVerified } from './errors.ts';
import { nameSocialHandle } from './name-social-handle.ts';
import { openAccount } from './open-account.ts';
import { readAccount } from './read-account.ts';
import { type TaskProof, verifyTask, type Word } from './verify-task.ts';

let ledger: TestLedgerNode;
let store: EventStore;
beforeAll(async () => {
  ledger = await startEitherLedger();
  store = ledger.store;
});
afterAll(() => ledger.stop());

const context = (commandId: string = randomUUID()) => testContext({ commandId });
const newId = () => randomUUID();

async function newUser(handler = patientHandler(store)) {
  return (await openAccount(handler, { walletAddress: newWallet() }, context())).userId;
}

async function typesOf(stream: string): Promise<string[]> {
  const events = await ledger.read(stream);
  return events.map(({ type }) => type);
}

const onX = (userId: string, platformUserId: string) => ({
  userId,
  platform: 'twitter' as const,
  platformUserId,
  ...sealedHandle('anna'),
  method: 'oauth' as const,
});
/** Dies between the two appends, however long the first one takes. */
const dying = () => {
  const dies = dyingAfter(1, store);
  return createCommandHandler(dies.store, { timing: dies.timing });
};
const opened = ['AccountOpened', 'RewardGranted'];
const connected = [...opened, 'SocialConnected', 'RewardGranted'];

describe('a platform account', () => {
  test('is reserved and paid once, however often its owner brings it', async () => {
    const handler = createCommandHandler(store);
    const [userId, x] = [await newUser(), newId()];
    await connectSocial(handler, onX(userId, x), context());
    const again = await connectSocial(handler, onX(userId, x), context());
    expect(again.events).toEqual([]);
    expect(await typesOf(streamOf('account', userId))).toEqual(connected);
    expect(await typesOf(streamOf('social', `twitter-${x}`))).toEqual(['Reserved']);
  });

  test('belongs to the first of two users, and the second is left as it was', async () => {
    const handler = createCommandHandler(store);
    const [anna, ben, x] = [await newUser(), await newUser(), newId()];
    await connectSocial(handler, onX(anna, x), context());
    await expect(connectSocial(handler, onX(ben, x), context())).rejects.toBeInstanceOf(HandleTaken);
    expect(await typesOf(streamOf('account', ben))).toEqual(opened);
  });

  test('of twenty users who race through two processes one gets it', async () => {
    const handlers = [patientHandler(store), patientHandler(store)];
    const x = newId();
    // Each process knows its own, so that both come to the reservation at the same moment.
    const users = await Promise.all(Array.from({ length: 20 }, (_, n) => newUser(handlers[n % 2])));
    const outcomes = await Promise.allSettled(
      users.map((userId, n) => connectSocial(handlers[n % 2]!, onX(userId, x), context())),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(HandleTaken);
    }
    const paid = await Promise.all(users.map((userId) => typesOf(streamOf('account', userId))));
    expect(paid.filter((types) => types.includes('SocialConnected'))).toHaveLength(1);
  });

  test('of one platform, one for a user: the second is refused and stays free for others', async () => {
    const handler = createCommandHandler(store);
    const [anna, ben, first, second] = [await newUser(), await newUser(), newId(), newId()];
    await connectSocial(handler, onX(anna, first), context());
    await expect(connectSocial(handler, onX(anna, second), context())).rejects.toBeInstanceOf(
      PlatformAlreadyConnected,
    );
    expect(await typesOf(streamOf('social', `twitter-${second}`))).toEqual([]);
    await connectSocial(handler, onX(ben, second), context());
  });

  test('of several that one user brings at once one stays, the others are free again', async () => {
    const handler = patientHandler(store);
    const userId = await newUser();
    const ids = Array.from({ length: 6 }, newId);
    const outcomes = await Promise.allSettled(
      ids.map((x) => connectSocial(handler, onX(userId, x), context())),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await typesOf(streamOf('account', userId))).toEqual(connected);
    const held = await Promise.all(ids.map((x) => typesOf(streamOf('social', `twitter-${x}`))));
    expect(held.filter((types) => types.at(-1) === 'Reserved')).toHaveLength(1);
  });

  test('that differs only by case is another one', async () => {
    const handler = createCommandHandler(store);
    const [anna, ben, x] = [await newUser(), await newUser(), newId()];
    const channel = (userId: string, platformUserId: string) => ({
      ...onX(userId, platformUserId),
      platform: 'youtube' as const,
    });
    await connectSocial(handler, channel(anna, `UCa${x}`), context());
    await connectSocial(handler, channel(ben, `UCA${x}`), context());
    expect(await typesOf(streamOf('account', ben))).toEqual(connected);
  });

  test('whose reservation outlived a crash is completed by its owner and refused to others', async () => {
    const [anna, ben, x] = [await newUser(), await newUser(), newId()];
    await expect(connectSocial(dying(), onX(anna, x), context())).rejects.toBeInstanceOf(LedgerUnavailable);
    const handler = createCommandHandler(store);
    await expect(connectSocial(handler, onX(ben, x), context())).rejects.toBeInstanceOf(HandleTaken);
    await connectSocial(handler, onX(anna, x), context());
    expect(await typesOf(streamOf('account', anna))).toEqual(connected);
  });

  test('whose reservation outlived a crash is free again once its user brings it beside another one', async () => {
    const [anna, ben, x] = [await newUser(), await newUser(), newId()];
    await expect(connectSocial(dying(), onX(anna, x), context())).rejects.toBeInstanceOf(LedgerUnavailable);
    const handler = createCommandHandler(store);
    await connectSocial(handler, onX(anna, newId()), context());
    for (let time = 0; time < 2; time += 1) {
      await expect(connectSocial(handler, onX(anna, x), context())).rejects.toBeInstanceOf(
        PlatformAlreadyConnected,
      );
    }
    await connectSocial(handler, onX(ben, x), context());
    expect(await typesOf(streamOf('social', `twitter-${x}`))).toEqual(['Reserved', 'Released', 'Reserved']);
    await expect(connectSocial(handler, onX(anna, x), context())).rejects.toBeInstanceOf(
      PlatformAlreadyConnected,
    );
    expect(await typesOf(streamOf('social', `twitter-${x}`))).toHaveLength(3);
  });

  test('the same command again gives the first result', async () => {
    const handler = createCommandHandler(store);
    const [userId, x, command] = [await newUser(), newId(), context()];
    const first = await connectSocial(handler, onX(userId, x), command);
    const again = await connectSocial(createCommandHandler(store), onX(userId, x), command);
    expect(again).toMatchObject({ replayed: true, position: first.position });
    expect(again.events.map(({ id }) => id)).toEqual(first.events.map(({ id }) => id));
  });
});

test('a typed handle reserves nothing and pays nothing', async () => {
  const handler = createCommandHandler(store);
  const [anna, ben] = [await newUser(), await newUser()];
  for (const userId of [anna, ben]) {
    await nameSocialHandle(handler, { userId, platform: 'twitter', ...sealedHandle('evo') }, context());
    expect(await typesOf(streamOf('account', userId))).toEqual([...opened, 'SocialConnected']);
  }
});

describe('a task', () => {
  const proof: TaskProof = { method: 'oauth', evidence: 'X: following', tweetId: undefined };
  const follow = (userId: string) => ({ userId, platform: 'twitter' as const, taskType: 'follow' as const });
  const yes = async (): Promise<Word<string>> => ({ proof });
  const never = async (): Promise<never> => {
    throw new Error('the platform was asked');
  };

  async function newConnected(handler = createCommandHandler(store)) {
    const [userId, x] = [await newUser(handler), newId()];
    await connectSocial(handler, onX(userId, x), context());
    return { handler, userId, x };
  }

  test('is paid once on a yes, about the account that was connected', async () => {
    const { handler, userId, x } = await newConnected();
    const asked: string[] = [];
    const ask = async (platformUserId: string) => {
      asked.push(platformUserId);
      return yes();
    };
    expect(await verifyTask(handler, follow(userId), ask, context())).toMatchObject({ verified: true });
    expect(asked).toEqual([x]);
    await expect(verifyTask(handler, follow(userId), never, context())).rejects.toBeInstanceOf(
      TaskAlreadyVerified,
    );
    expect(await typesOf(streamOf('account', userId))).toEqual([
      ...connected,
      'TaskVerified',
      'RewardGranted',
    ]);
  });

  test('fifty yeses at once through two processes are paid once', async () => {
    const { userId } = await newConnected();
    const handlers = [patientHandler(store), patientHandler(store)];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => verifyTask(handlers[n % 2]!, follow(userId), yes, context())),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      (await typesOf(streamOf('account', userId))).filter((type) => type === 'TaskVerified'),
    ).toHaveLength(1);
  });

  test('on a no there is no event', async () => {
    const { handler, userId } = await newConnected();
    const answer = await verifyTask(
      handler,
      follow(userId),
      async () => ({ proof: undefined, no: 'not yet' }),
      context(),
    );
    expect(answer).toEqual({ verified: false, no: 'not yet' });
    expect(await typesOf(streamOf('account', userId))).toEqual(connected);
  });

  test('without a confirmed account nobody is asked', async () => {
    const handler = createCommandHandler(store);
    const userId = await newUser();
    await nameSocialHandle(handler, { userId, platform: 'twitter', ...sealedHandle('anna') }, context());
    await expect(verifyTask(handler, follow(userId), never, context())).rejects.toBeInstanceOf(
      PlatformNotConnected,
    );
  });

  test('the same command again is answered without asking', async () => {
    const { handler, userId } = await newConnected();
    const command = context();
    await verifyTask(handler, follow(userId), yes, command);
    expect(await verifyTask(createCommandHandler(store), follow(userId), never, command)).toMatchObject({
      verified: true,
      result: { replayed: true },
    });
  });
});

test('reading an account appends nothing and knows what another process wrote a moment ago', async () => {
  const [reader, writer] = [createCommandHandler(store), createCommandHandler(store)];
  const [userId, x] = [await newUser(), newId()];
  expect((await readAccount(reader, userId)).socials).toEqual({});
  await connectSocial(writer, onX(userId, x), context());
  expect((await readAccount(reader, userId)).socials.twitter).toEqual({
    ...sealedHandle('anna'),
    platformUserId: x,
  });
  expect(await typesOf(streamOf('account', userId))).toEqual(connected);
  const nobody = newId();
  expect((await readAccount(reader, nobody)).opened).toBe(false);
  expect(await typesOf(streamOf('account', nobody))).toEqual([]);
});
