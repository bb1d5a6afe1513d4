import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import { createCommandHandler } from '../handle-command.ts';
import { findOwner } from '../reservations/find-owner.ts';
import { reservation } from '../reservations/reservation.ts';
import { appendAsItWas } from '../testing/append-as-it-was.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { dyingAfter, endingTiming } from '../testing/ending-timing.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import type { Timing } from '../timing.ts';
import { account } from './account.ts';
import { findEmailOwner } from './email-owner.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { EmailNotSignedUp, ErasedMeanwhile } from './errors.ts';
import { MERGED } from './merger.ts';
import { nameSocialHandle } from './name-social-handle.ts';
import { openAccount } from './open-account.ts';
import { readAccount } from './read-account.ts';
import { signUpEmail, signUpEmailAlone } from './sign-up-email.ts';
import { verifyEmail } from './verify-email.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

const looking = () => createCommandHandler(ledger.store);
const newHash = () => randomUUID().replaceAll('-', '').repeat(2);
const signupOf = (emailHash: string) => ({
  emailHash,
  marketingOptIn: true,
  seal: async (userId: string) => `sealed for ${userId}`,
});

type Life = { readonly store: TestLedgerNode['store']; readonly timing?: Timing };

/** A program of its own, as after a restart. */
function program({ store, timing }: Life = { store: ledger.store }) {
  const handler = createCommandHandler(store, timing && { timing });
  return {
    open: async () => (await openAccount(handler, { walletAddress: newWallet() }, testContext())).userId,
    signUp: (userId: string, emailHash: string, context: CommandContext = testContext()) =>
      signUpEmail(handler, userId, signupOf(emailHash), context),
    signUpAlone: (emailHash: string, context: CommandContext = testContext()) =>
      signUpEmailAlone(handler, signupOf(emailHash), context),
    remove: (userId: string) =>
      handler.handle({
        ...testContext(),
        stream: streamOf('account', userId),
        decider: account,
        command: { type: 'RemoveAccount', reason: 'Removed by an admin' },
        input: {},
      }),
    verify: (userId: string, emailHash: string, context: CommandContext = testContext()) =>
      verifyEmail(
        handler,
        { userId, emailHash, sealedEmail: `sealed for ${userId}`, marketingOptIn: true },
        context,
      ),
  };
}

const dying = (appends: number) => dyingAfter(appends, ledger.store);

const typesOf = async (userId: string) =>
  (await ledger.read(streamOf('account', userId))).map(({ type }) => type);
const paidFor = async (userId: string) =>
  (await typesOf(userId)).filter((type) => type === 'RewardGranted').length - 1;

describe('a program that dies on the way', () => {
  test('after the reservation: the same wallet goes on, with the same key and with another', async () => {
    for (const again of [true, false]) {
      const [userId, emailHash, context] = [await program().open(), newHash(), testContext()];
      await expect(program(dying(1)).signUp(userId, emailHash, context)).rejects.toThrow(LedgerUnavailable);
      expect(await findOwner(looking(), 'email', emailHash)).toBe(userId);
      const result = await program().signUp(userId, emailHash, again ? context : testContext());
      expect(result).toMatchObject({ signedUp: true });
      expect((await typesOf(userId)).filter((type) => type === 'EmailSignedUp')).toHaveLength(1);
    }
  });

  test('after the reservation of an address alone: the next signup opens the account that it names', async () => {
    const emailHash = newHash();
    await expect(program(dying(1)).signUpAlone(emailHash)).rejects.toThrow(LedgerUnavailable);
    const reserved = await findOwner(looking(), 'email', emailHash);
    expect(await program().signUpAlone(emailHash)).toMatchObject({ signedUp: true });
    expect(await typesOf(reserved!)).toEqual(['AccountOpened', 'EmailSignedUp']);
  });

  test('after the reservation, and the mailbox goes to who reads it: the same request signs nobody up with it', async () => {
    const [anna, ben, carl] = [await program().open(), await program().open(), await program().open()];
    const [emailHash, context] = [newHash(), testContext()];
    await expect(program(dying(1)).signUp(anna, emailHash, context)).rejects.toThrow(LedgerUnavailable);
    await program().verify(ben, emailHash);
    expect(await program().signUp(anna, emailHash, context)).toMatchObject({ signedUp: false });
    expect(await typesOf(anna)).not.toContain('EmailSignedUp');

    const [other, sent] = [newHash(), testContext()];
    await expect(program(dying(1)).signUpAlone(other, sent)).rejects.toThrow(LedgerUnavailable);
    const reserved = await findOwner(looking(), 'email', other);
    await program().verify(carl, other);
    expect(await program().signUpAlone(other, sent)).toMatchObject({ signedUp: false });
    expect(await typesOf(reserved!)).toEqual([]);
  });

  test('after the reservation, and it goes free: the same request makes it its own again', async () => {
    const [anna, ben, emailHash, context] = [
      ...[await program().open(), await program().open()],
      ...[newHash(), testContext()],
    ] as const;
    const cutOff = async () => {
      await expect(program(dying(1)).verify(ben, emailHash)).rejects.toThrow(LedgerUnavailable);
      expect(await findOwner(looking(), 'email', emailHash)).toBeUndefined();
    };
    await expect(program(dying(1)).signUp(anna, emailHash, context)).rejects.toThrow(LedgerUnavailable);
    await cutOff();
    await expect(program(dying(1)).signUp(anna, emailHash, context)).rejects.toThrow(LedgerUnavailable);
    await cutOff();
    expect(await program().signUp(anna, emailHash, context)).toMatchObject({ signedUp: true });
    expect(await findOwner(looking(), 'email', emailHash)).toBe(anna);
  });

  test('anywhere while an address moves: the next verification finishes, and pays once', async () => {
    for (let appends = 0; appends <= 5; appends++) {
      for (const again of [true, false]) {
        const [userId, emailHash, context] = [await program().open(), newHash(), testContext()];
        await program().signUpAlone(emailHash);
        const alone = await findOwner(looking(), 'email', emailHash);
        const cutOff = program(dying(appends)).verify(userId, emailHash, context);
        if (appends < 5) await expect(cutOff).rejects.toThrow(LedgerUnavailable);
        else await cutOff;
        const finished = program().verify(userId, emailHash, again ? context : testContext());
        if (appends < 5 || again) await finished;
        else await expect(finished).rejects.toThrow();
        expect(await findOwner(looking(), 'email', emailHash)).toBe(userId);
        expect(await paidFor(userId)).toBe(2);
        expect(await typesOf(alone!)).toEqual(['AccountOpened', 'EmailSignedUp', 'AccountRemoved']);
      }
    }
  });
});

describe('one mailbox pays once', () => {
  test('also when a verification whose outcome nobody knew lands after another account has taken the address over', async () => {
    const [anna, ben, emailHash] = [await program().open(), await program().open(), newHash()];
    await program().signUp(anna, emailHash);
    const sent: (() => Promise<unknown>)[] = [];
    const timing = endingTiming();
    const frozen = program({
      timing,
      store: {
        ...ledger.store,
        append(...call) {
          if (call[0] !== streamOf('account', anna)) return ledger.store.append(...call);
          sent.push(() => ledger.store.append(...call));
          timing.end();
          return new Promise(() => undefined);
        },
      },
    });
    await expect(frozen.verify(anna, emailHash)).rejects.toThrow(LedgerUnavailable);
    // The lock that kept them apart is gone with the request, or with its session.
    await program()
      .verify(ben, emailHash)
      .catch((error: unknown) => expect(error).toBeInstanceOf(EmailNotSignedUp));
    for (const send of sent) await send();
    await program()
      .verify(anna, emailHash)
      .catch(() => undefined);
    expect((await paidFor(anna)) + (await paidFor(ben))).toBe(2);
  });
});

describe('taking an address over', () => {
  test('a wallet that has another address takes none, and the owner keeps it', async () => {
    const { open, signUp, signUpAlone, verify } = program();
    const [userId, emailHash] = [await open(), newHash()];
    await signUp(userId, newHash());
    await signUpAlone(emailHash);
    const owner = await findEmailOwner(looking(), emailHash);
    await expect(verify(userId, emailHash)).rejects.toThrow();
    expect(await findEmailOwner(looking(), emailHash)).toEqual(owner);
    expect(owner?.state.removed).toBe(false);
  });

  test('the address of a removed account stays, verified or not', async () => {
    const { open, remove, signUp, signUpAlone, verify } = program();
    const [anna, ben, emailHash, other] = [await open(), await open(), newHash(), newHash()];
    await signUp(anna, emailHash);
    await remove(anna);
    await expect(verify(ben, emailHash)).rejects.toThrow(EmailNotSignedUp);
    await signUpAlone(other);
    const alone = await findOwner(looking(), 'email', other);
    await remove(alone!);
    await expect(verify(ben, other)).rejects.toThrow(EmailNotSignedUp);
    expect(await findOwner(looking(), 'email', other)).toBe(alone);
    expect(await paidFor(ben)).toBe(0);
  });

  test('the mailbox of a wallet that an earlier release removed as “merged”, and the first version paid for, is paid for no second time', async () => {
    const { open, verify } = program();
    const [anna, ben, emailHash] = [await open(), await open(), newHash()];
    // The first version did not confirm a mailbox on its own stream.
    await looking().handle({
      ...testContext(),
      stream: streamOf('email', emailHash),
      decider: reservation,
      command: { type: 'Reserve', userId: anna },
      input: {},
    });
    const grant = { grantId: randomUUID(), source: 'email_verification', reason: 'Email verified' } as const;
    await appendAsItWas(ledger.store, anna, [
      { type: 'EmailSignedUp', data: { emailHash, sealedEmail: 'sealed', marketingOptIn: false } },
      { type: 'EmailVerified', data: { emailHash } },
      { type: 'RewardGranted', data: { ...grant, amount: '5' } },
      { type: 'AccountRemoved', data: { reason: MERGED } },
    ]);
    await expect(verify(ben, emailHash)).rejects.toThrow(EmailNotSignedUp);
    expect([await paidFor(anna), await paidFor(ben)]).toEqual([1, 0]);
    expect(await findOwner(looking(), 'email', emailHash)).toBe(anna);
  });

  test('the address of a verified wallet stays', async () => {
    const { open, signUp, verify } = program();
    const [anna, ben, emailHash] = [await open(), await open(), newHash()];
    await signUp(anna, emailHash);
    await verify(anna, emailHash);
    await expect(verify(ben, emailHash)).rejects.toThrow(EmailNotSignedUp);
    expect(await findOwner(looking(), 'email', emailHash)).toBe(anna);
  });

  test('an account that lost its address cannot verify it any more', async () => {
    const { open, signUp, verify } = program();
    const [squatter, owner, emailHash] = [await open(), await open(), newHash()];
    await signUp(squatter, emailHash);
    await verify(owner, emailHash);
    await expect(verify(squatter, emailHash)).rejects.toThrow(EmailNotSignedUp);
    expect([await paidFor(squatter), await paidFor(owner)]).toEqual([0, 2]);
  });
});

describe('an erasure between the sealing of an address and its event', () => {
  /** As a vault seals: under the key of the time between two erasures. An erasure overtakes what is sealed first for an address that is reserved. */
  async function overtaken(userId: string | undefined, emailHash: string) {
    const handler = looking();
    const erasures = async (owner: string) => (await readAccount(handler, owner)).erasures;
    let isErased = false;
    const seal = async (owner: string) => {
      const sealed = `under key ${await erasures(owner)}`;
      const isReserved = (await findOwner(looking(), 'email', emailHash)) === owner;
      if (isReserved && !isErased) await erasePersonalData(looking(), { userId: owner }, testContext());
      isErased ||= isReserved;
      return sealed;
    };
    const signup = { emailHash, marketingOptIn: true, seal, erasures };
    const result = userId
      ? await signUpEmail(handler, userId, signup, testContext())
      : await signUpEmailAlone(handler, signup, testContext());
    return { result, owner: await findEmailOwner(handler, emailHash) };
  }

  test('is no reason to refuse it: it is sealed anew, and the account has what it opens', async () => {
    const { open, signUp } = program();
    const [userId, emailHash] = [await open(), newHash()];
    await signUp(userId, newHash());
    await erasePersonalData(looking(), { userId }, testContext());
    const handle = { ...sealedHandle('anna'), sealedAfter: 1 };
    await nameSocialHandle(looking(), { userId, platform: 'youtube', ...handle }, testContext());
    const { result, owner } = await overtaken(userId, emailHash);
    expect(result.signedUp).toBe(true);
    expect(owner).toMatchObject({ userId, sealedEmail: 'under key 2' });
  });

  test('nor where the address has an account alone', async () => {
    const emailHash = newHash();
    await program().signUpAlone(emailHash);
    const first = await findEmailOwner(looking(), emailHash);
    if (!first) throw new Error('nobody has the address');
    const { userId } = first;
    await erasePersonalData(looking(), { userId }, testContext());
    await looking().handle({
      ...testContext(),
      stream: streamOf('account', userId),
      decider: account,
      command: { type: 'ChangeUsername', username: 'Anna' },
      input: {},
    });
    const { result, owner } = await overtaken(undefined, emailHash);
    expect(result.signedUp).toBe(true);
    expect(owner).toMatchObject({ userId, sealedEmail: 'under key 2' });
  });

  test('makes a link void that was found good before it: nothing is written behind the erasure', async () => {
    const { open, signUp, verify } = program();
    const [userId, emailHash] = [await open(), newHash()];
    await signUp(userId, emailHash);
    await erasePersonalData(looking(), { userId }, testContext());
    await expect(verify(userId, emailHash)).rejects.toBeInstanceOf(ErasedMeanwhile);
    expect((await readAccount(looking(), userId)).email).toBeUndefined();
  });
});

describe('an address that the account of a wallet has reserved and does not have any more', () => {
  const erase = (userId: string) => erasePersonalData(looking(), { userId }, testContext());
  const erasures = async (userId: string) => (await readAccount(looking(), userId)).erasures;

  /** With a vault that knows of erasures. */
  function people(life: Life = { store: ledger.store }) {
    const handler = createCommandHandler(life.store, life.timing && { timing: life.timing });
    const signUp = (userId: string, emailHash: string) =>
      signUpEmail(handler, userId, { ...signupOf(emailHash), erasures }, testContext());
    const signUpAlone = (emailHash: string, context: CommandContext = testContext()) =>
      signUpEmailAlone(handler, { ...signupOf(emailHash), erasures }, context);
    const verify = async (userId: string, emailHash: string) => {
      const proof = { userId, emailHash, sealedEmail: `sealed for ${userId}`, marketingOptIn: true };
      return verifyEmail(handler, { ...proof, sealedAfter: await erasures(userId) }, testContext());
    };
    return { ...program(life), signUp, signUpAlone, verify };
  }

  test('is not given to it anew by a stranger, who signs it up alone', async () => {
    const { open, signUp, signUpAlone, verify } = people();
    const [anna, ben, emailHash, other] = [await open(), await open(), newHash(), newHash()];
    await signUp(anna, emailHash);
    await verify(anna, emailHash);
    await signUp(ben, other);
    for (const [userId, hash] of [
      [anna, emailHash],
      [ben, other],
    ] as const) {
      await erase(userId);
      const before = await typesOf(userId);
      await signUpAlone(hash);
      expect(await typesOf(userId)).toEqual(before);
    }
    // Who has proved it keeps it, also erased.
    expect(await findOwner(looking(), 'email', emailHash)).toBe(anna);
  });

  test('goes to the stranger, where it was never proved: erased, or with another one by now', async () => {
    const { open, signUp, signUpAlone, verify } = people();
    for (const isNamedAnew of [false, true]) {
      const [userId, emailHash, context] = [await open(), newHash(), testContext()];
      await signUp(userId, emailHash);
      await erase(userId);
      if (isNamedAnew) await signUp(userId, newHash());
      expect(await signUpAlone(emailHash, context)).toMatchObject({ signedUp: true });
      const owner = await findEmailOwner(looking(), emailHash);
      expect(owner?.userId).not.toBe(userId);
      expect(owner).toMatchObject({ state: { walletAddress: undefined, email: { emailHash } } });
      // Sent again it does nothing more, and one mailbox is still paid for once.
      expect(await signUpAlone(emailHash, context)).toMatchObject({ signedUp: true });
      expect(await typesOf(owner!.userId)).toEqual(['AccountOpened', 'EmailSignedUp']);
      if (isNamedAnew) continue;
      await signUp(userId, emailHash);
      await verify(userId, emailHash);
      expect(await paidFor(userId)).toBe(2);
      expect(await typesOf(owner!.userId)).toContain('AccountRemoved');
    }
  });

  test('goes to the stranger also where a program dies on the way', async () => {
    for (let appends = 0; appends < 4; appends++) {
      const { open, signUp, signUpAlone } = people();
      const [userId, emailHash, context] = [await open(), newHash(), testContext()];
      await signUp(userId, emailHash);
      await erase(userId);
      const before = await typesOf(userId);
      const cutOff = people(dying(appends)).signUpAlone(emailHash, context);
      if (appends < 3) await expect(cutOff).rejects.toThrow(LedgerUnavailable);
      else await cutOff;
      expect(await signUpAlone(emailHash, context)).toMatchObject({ signedUp: true });
      const owner = await findOwner(looking(), 'email', emailHash);
      expect(await typesOf(owner!)).toEqual(['AccountOpened', 'EmailSignedUp']);
      expect(await typesOf(userId)).toEqual(before);
    }
  });

  test('is not given to it by a request that signed it up alone before, and is sent again', async () => {
    const { open, signUpAlone, verify } = people();
    const [userId, emailHash, context] = [await open(), newHash(), testContext()];
    await signUpAlone(emailHash, context);
    await verify(userId, emailHash);
    await erase(userId);
    const before = await typesOf(userId);
    expect(await signUpAlone(emailHash, context)).toMatchObject({ signedUp: false });
    expect(await typesOf(userId)).toEqual(before);
  });

  test('stays where its spelling is that of the mailbox that the account has proved', async () => {
    const { open, signUp, signUpAlone, verify } = people();
    const [userId, former, now] = [await open(), newHash(), newHash()];
    await signUp(userId, former);
    await verify(userId, former);
    const reserve = { type: 'Reserve', userId } as const;
    await looking().handle({
      ...testContext(),
      stream: streamOf('email', now),
      decider: reservation,
      command: reserve,
      input: {},
    });
    expect(await signUpAlone(now)).toMatchObject({ signedUp: false });
    expect(await findOwner(looking(), 'email', now)).toBe(userId);
  });
});
