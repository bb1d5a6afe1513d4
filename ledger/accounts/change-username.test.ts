import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { defaultUsername, username } from '../../contracts/username.ts';
import { usernameSkeleton } from '../../contracts/username-skeleton.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { EventStore } from '../event-store.ts';
import { createCommandHandler } from '../handle-command.ts';
import { findOwner } from '../reservations/find-owner.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { dyingAfter } from '../testing/ending-timing.ts';
import { patientHandler } from '../testing/patient-handler.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import type { Timing } from '../timing.ts';
import { changeUsername } from './change-username.ts';
import { UsernameReserved, UsernameTaken, UsernameTooAlike, UsernameUnchanged } from './errors.ts';
import { openAccount } from './open-account.ts';
import { readAccount } from './read-account.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

type Life = { readonly store: EventStore; readonly timing?: Timing };

async function newUser() {
  const handler = patientHandler(ledger.store);
  const { userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext());
  const rename = (username: string, context = testContext(), life: Life = { store: ledger.store }) =>
    changeUsername(
      life.timing ? createCommandHandler(life.store, { timing: life.timing }) : patientHandler(life.store),
      { userId, username },
      context,
    );
  return { userId, handler, rename };
}

let names = 0;
const newName = () => `Name_${Date.now() % 1e6}_${names++}`;
const owner = (name: string) => findOwner(createCommandHandler(ledger.store), 'username', name);
const namesOf = async (userId: string) =>
  (await ledger.read(streamOf('account', userId))).flatMap(({ type, data }) =>
    type === 'UsernameChanged' && 'username' in data ? [data.username] : [],
  );

describe('a username', () => {
  test('is unique without case, goes free when it is left, and every one is kept in the history', async () => {
    const [anna, ben] = [await newUser(), await newUser()];
    const [fox, owl] = [newName(), newName()];
    await anna.rename(fox);
    await expect(ben.rename(fox.toUpperCase())).rejects.toBeInstanceOf(UsernameTaken);
    await anna.rename(owl);
    expect(await owner(fox)).toBeUndefined();
    await ben.rename(fox.toLowerCase());
    expect(await namesOf(anna.userId)).toEqual([fox, owl]);
    expect(await owner(fox)).toBe(ben.userId);
  });

  test('in another case is the same reservation', async () => {
    const { userId, rename } = await newUser();
    const name = newName();
    await rename(name);
    await rename(name.toUpperCase());
    expect(await owner(name)).toBe(userId);
    await expect(rename(name.toUpperCase())).rejects.toBeInstanceOf(UsernameUnchanged);
  });

  test('in the form of the first names belongs to its account alone', async () => {
    const { userId, rename } = await newUser();
    await expect(rename(defaultUsername(userId))).rejects.toBeInstanceOf(UsernameUnchanged);
    await expect(rename(defaultUsername(crypto.randomUUID()))).rejects.toBeInstanceOf(UsernameTaken);
    await expect(rename('EVO_0123456789')).rejects.toBeInstanceOf(UsernameTaken);
    await rename(newName());
    await rename(defaultUsername(userId));
    expect(await namesOf(userId)).toHaveLength(2);
  });

  test('what the account refuses reserves nothing', async () => {
    const name = newName();
    const nobody = crypto.randomUUID();
    const handler = createCommandHandler(ledger.store);
    const change = changeUsername(handler, { userId: nobody, username: name }, testContext());
    await expect(change).rejects.toMatchObject({ code: 'AccountNotFound' });
    expect(await owner(name)).toBeUndefined();
  });

  test('fifty users at once: one gets it', async () => {
    const users = await Promise.all(Array.from({ length: 50 }, newUser));
    const name = newName();
    const changes = await Promise.allSettled(users.map(({ rename }) => rename(name)));
    expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const change of changes) {
      if (change.status === 'rejected') expect(change.reason).toBeInstanceOf(UsernameTaken);
    }
    const winner = users[changes.findIndex(({ status }) => status === 'fulfilled')];
    expect(await owner(name)).toBe(winner?.userId);
  });

  test('one user to and fro, fifty times at once: both names are theirs or free, and nobody else gets the one that stays', async () => {
    const { userId, handler, rename } = await newUser();
    const pair = [newName(), newName()];
    await Promise.allSettled(Array.from({ length: 50 }, (_, n) => rename(pair[n % 2] ?? '')));
    const { username } = await readAccount(handler, userId);
    expect(pair).toContain(username);
    for (const name of pair) expect([userId, undefined]).toContain(await owner(name));
    const another = await newUser();
    await expect(another.rename(username ?? '')).rejects.toBeInstanceOf(UsernameTaken);
  });

  test('killed after any of its appends, the next attempt finishes it', async () => {
    for (const [appends, key] of [0, 1, 2, 3, 4].flatMap((n) => [
      [n, 'same'] as const,
      [n, 'new'] as const,
    ])) {
      const { userId, rename } = await newUser();
      const [before, after] = [newName(), newName()];
      await rename(before);
      const context = testContext();
      await expect(rename(after, context, dyingAfter(appends, ledger.store))).rejects.toBeInstanceOf(
        LedgerUnavailable,
      );
      const again = rename(after, key === 'same' ? context : testContext());
      if (appends >= 3 && key === 'new') await expect(again).rejects.toBeInstanceOf(UsernameUnchanged);
      else await again;
      expect(await namesOf(userId), `${appends} ${key}`).toEqual([before, after]);
      expect(await owner(after)).toBe(userId);
      if (key === 'same') expect(await owner(before)).toBeUndefined();
    }
  });

  test('a late retry gives the first answer and frees nothing that is in use again', async () => {
    const { userId, rename } = await newUser();
    const [fox, owl] = [newName(), newName()];
    await rename(fox);
    const context = testContext();
    await rename(owl, context);
    await rename(fox);
    expect((await rename(owl, context)).replayed).toBe(true);
    expect(await owner(fox)).toBe(userId);
    expect(await owner(owl)).toBeUndefined();
    expect(await namesOf(userId)).toEqual([fox, owl, fox]);
  });
});

describe('a name that looks like another', () => {
  test('is refused, whoever was first, until the other is left', async () => {
    const [anna, ben] = [await newUser(), await newUser()];
    const name = `Fox_${Date.now() % 1e6}_${names++}_10`;
    const alike = name.replace('Fox', 'f0x').replace(/10$/, 'iO');
    await anna.rename(name);
    await expect(ben.rename(alike)).rejects.toBeInstanceOf(UsernameTooAlike);
    expect(await owner(alike)).toBeUndefined();
    // One's own may look like it.
    await anna.rename(alike);
    await expect(ben.rename(name)).rejects.toBeInstanceOf(UsernameTooAlike);
    await anna.rename(newName());
    await ben.rename(name);
    expect(await namesOf(ben.userId)).toEqual([name]);
  });

  test('twenty spellings at once from twenty users: one gets it', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, newUser));
    const name = `o_${Date.now() % 1e6}_${names++}_oooo`;
    const spelling = (n: number) =>
      name.slice(0, -4) + Array.from({ length: 4 }, (_, bit) => ((n >> bit) % 2 ? '0' : 'o')).join('');
    const changes = await Promise.allSettled(users.map(({ rename }, n) => rename(spelling(n % 16))));
    expect(changes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    const winners = await Promise.all(users.map(({ userId }) => namesOf(userId)));
    expect(winners.flat()).toHaveLength(changes.filter(({ status }) => status === 'fulfilled').length);
  });

  test('of the time before likenesses were reserved is looked up, and what is refused reserves nothing', async () => {
    const { userId, handler } = await newUser();
    const username = newName();
    const asked: string[] = [];
    const looksLikeAnother = async (skeleton: string) => asked.push(skeleton) > 0;
    const change = changeUsername(handler, { userId, username, looksLikeAnother }, testContext());
    await expect(change).rejects.toBeInstanceOf(UsernameTooAlike);
    expect(asked).toEqual([usernameSkeleton(username)]);
    expect(await owner(username)).toBeUndefined();
    expect(await owner(`~${usernameSkeleton(username)}`)).toBeUndefined();
  });

  test('or one that speaks for the program, is refused to all but those who have it', async () => {
    const { userId, rename } = await newUser();
    for (const name of ['admin', 'EVO_Support', 'adm1n']) {
      await expect(rename(name)).rejects.toBeInstanceOf(UsernameReserved);
      expect(await owner(name)).toBeUndefined();
    }
    await expect(rename(defaultUsername(userId).replace(/\d/, 'o'))).rejects.toThrow();
    expect(await namesOf(userId)).toEqual([]);
  });
});

describe('two processes rename one account', () => {
  /** A store that stops before it appends to a stream, until it is let go. */
  function stoppingBefore(stream: string) {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const store: EventStore = {
      ...ledger.store,
      async append(...call) {
        if (call[0] === stream) {
          reached.resolve();
          await released.promise;
        }
        return ledger.store.append(...call);
      },
    };
    return { store, reached: reached.promise, release: () => released.resolve() };
  }

  test('one leaves a name while the other goes back to it: the name that is in use is not released', async () => {
    const { userId, rename } = await newUser();
    const [fox, owl] = [newName(), newName()];
    await rename(fox);
    // Here fox becomes owl, up to the moment before fox is released; elsewhere owl becomes fox again.
    const { store, reached, release } = stoppingBefore(streamOf('username', fox.toLowerCase()));
    const here = changeUsername(createCommandHandler(store), { userId, username: owl }, testContext());
    await reached;
    await rename(fox);
    release();
    await here;
    expect((await readAccount(createCommandHandler(ledger.store), userId)).username).toBe(fox);
    expect(await owner(fox)).toBe(userId);
    const another = await newUser();
    await expect(another.rename(fox)).rejects.toBeInstanceOf(UsernameTaken);
    // Left for good, it goes free.
    await rename(newName());
    expect(await owner(fox)).toBeUndefined();
  });

  test('both take the same name at once: it is theirs', async () => {
    const { userId, rename } = await newUser();
    const name = newName();
    const outcomes = await Promise.allSettled([rename(name), rename(name), rename(name)]);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await owner(name)).toBe(userId);
    expect((await readAccount(createCommandHandler(ledger.store), userId)).username).toBe(name);
  });
});

test('the names that accounts are opened with are apart by 60 bits of their ids', () => {
  const one = '12345678-9abc-4def-8000-000000000000';
  expect(defaultUsername(one)).toBe('evo_123456789abc4def');
  expect(defaultUsername(one)).not.toBe(defaultUsername('12345678-9abd-4def-8000-000000000000'));
  expect(username.safeParse(defaultUsername(one)).success).toBe(true);
});
