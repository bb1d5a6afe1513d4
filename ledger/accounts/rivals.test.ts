import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { usernameSkeleton } from '../../contracts/username-skeleton.ts';
import { hashInput } from '../envelope.ts';
import { createCommandHandler } from '../handle-command.ts';
import { findOwner, readReservation } from '../reservations/find-owner.ts';
import { type ReservationCommand, reservation } from '../reservations/reservation.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { account } from './account.ts';
import { changeUsername } from './change-username.ts';
import { connectSocial } from './connect-social.ts';
import { openAccount } from './open-account.ts';
import { readAccount } from './read-account.ts';
import { signUpEmail, signUpEmailAlone } from './sign-up-email.ts';
import { verifyEmail } from './verify-email.ts';

/* What happens when somebody else is faster between two steps of an act, in another process. */

let ledger: TestLedgerNode;
let anna: string;
let ben: string;
beforeEach(async () => {
  ledger = startMemoryLedger();
  [anna, ben] = [await newUser(), await newUser()];
});

const process = (store = ledger.store) => createCommandHandler(store);
const newUser = async () =>
  (await openAccount(process(), { walletAddress: newWallet() }, testContext())).userId;
const typesOf = async (userId: string) =>
  (await ledger.read(streamOf('account', userId))).slice(2).map(({ type }) => type);

/** A process in which something happens right behind the first append to a stream. */
function disturbedBehind(stream: string, disturb: () => Promise<unknown>) {
  let isDone = false;
  return process({
    ...ledger.store,
    async append(...call) {
      const outcome = await ledger.store.append(...call);
      if (call[0] === stream && !isDone) {
        isDone = true;
        await disturb();
      }
      return outcome;
    },
  });
}

/** A process in which something happens right behind the first look at a stream. */
function disturbedAfterLook(stream: string, disturb: () => Promise<unknown>) {
  let isDone = false;
  return process({
    ...ledger.store,
    async readPage(...call) {
      const page = await ledger.store.readPage(...call);
      if (call[0] === stream && !isDone) {
        isDone = true;
        await disturb();
      }
      return page;
    },
  });
}

const onValue = (stream: string, command: ReservationCommand) =>
  process().handle({
    ...testContext(),
    stream,
    decider: reservation,
    command,
    input: { id: randomUUID() },
  });

describe('a name', () => {
  const username = 'Silver_Fox';
  const name = streamOf('username', username.toLowerCase());
  const likeness = streamOf('username', `~${usernameSkeleton(username)}`);
  const rename = (handler = process(), more: object = {}, context = testContext()) =>
    changeUsername(handler, { userId: anna, username, ...more }, context);
  const refused = async (change: Promise<unknown>, code: string) => {
    await expect(change).rejects.toMatchObject({ code });
    expect(await typesOf(anna)).toEqual([]);
  };

  test('that goes to somebody else before the account takes it is taken', async () => {
    const handler = disturbedBehind(likeness, async () => {
      await onValue(name, { type: 'Release', userId: anna });
      await onValue(name, { type: 'Reserve', userId: ben });
    });
    await refused(rename(handler), 'UsernameTaken');
    expect(await findOwner(process(), 'username', username)).toBe(ben);
  });

  test('whose use is ended meanwhile, by another request of its owner, is not taken on an end', async () => {
    const handler = disturbedBehind(likeness, async () => {
      await onValue(name, { type: 'BeginUse', userId: anna });
      await onValue(name, { type: 'EndUse', userId: anna, use: 1 });
    });
    await refused(rename(handler), 'UsernameChanging');
  });

  test('whose likeness goes to somebody else meanwhile looks like theirs', async () => {
    const handler = disturbedBehind(likeness, async () => {
      await onValue(likeness, { type: 'Release', userId: anna });
      await onValue(likeness, { type: 'Reserve', userId: ben });
    });
    await refused(rename(handler), 'UsernameTooAlike');
  });

  test('whose likeness is not in use any more is changing', async () => {
    const handler = disturbedBehind(likeness, async () => {
      await onValue(likeness, { type: 'BeginUse', userId: anna });
      await onValue(likeness, { type: 'EndUse', userId: anna, use: 1 });
    });
    await refused(rename(handler), 'UsernameChanging');
  });

  test('of which somebody was faster with the likeness is refused before the account takes it', async () => {
    const handler = disturbedBehind(name, () => onValue(likeness, { type: 'Reserve', userId: ben }));
    await refused(rename(handler), 'UsernameTooAlike');
  });

  test('that was answered is answered again, whatever looks like it by now', async () => {
    const context = testContext();
    await rename(process(), {}, context);
    const again = await rename(process(), { looksLikeAnother: async () => true }, context);
    expect(again.replayed).toBe(true);
    expect((await readAccount(process(), anna)).username).toBe(username);
  });

  test('of the time before uses were noted goes free when it is left', async () => {
    await onValue(name, { type: 'Reserve', userId: anna });
    await process().handle({
      ...testContext(),
      stream: streamOf('account', anna),
      decider: account,
      command: { type: 'ChangeUsername', username },
      input: { id: randomUUID() },
    });
    await rename(process(), { username: 'Golden_Owl' });
    expect(await findOwner(process(), 'username', username)).toBeUndefined();
    await changeUsername(process(), { userId: ben, username }, testContext());
    expect(await findOwner(process(), 'username', username)).toBe(ben);
  });

  test('of that time that is spelt anew while it is left in another process rests on a use that goes on', async () => {
    await onValue(name, { type: 'Reserve', userId: anna });
    await process().handle({
      ...testContext(),
      stream: streamOf('account', anna),
      decider: account,
      command: { type: 'ChangeUsername', username },
      input: { id: randomUUID() },
    });
    const [ending, spelt] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const leaving = process({
      ...ledger.store,
      async append(stream, events, ...call) {
        if (stream === name && events[0]?.type === 'Released') {
          ending.resolve();
          await spelt.promise;
        }
        return ledger.store.append(stream, events, ...call);
      },
    });
    let left: Promise<unknown> | undefined;
    const spelling = process({
      ...ledger.store,
      async append(stream, ...call) {
        if (stream === streamOf('account', anna) && !left) {
          left = rename(leaving, { username: 'Golden_Owl' });
          await ending.promise;
        }
        return ledger.store.append(stream, ...call);
      },
    });
    await rename(spelling, { username: 'SILVER_FOX' });
    spelt.resolve();
    await left;
    const { usernameUse } = await readAccount(process(), anna);
    const { owner, live } = await readReservation(process(), 'username', username);
    expect(owner).toBe(anna);
    expect([...live]).toEqual([usernameUse]);
    await rename(process(), { username: 'Golden_Owl' });
    expect(await findOwner(process(), 'username', username)).toBeUndefined();
  });
});

describe('an address', () => {
  const [emailHash, other] = ['a'.repeat(64), 'b'.repeat(64)];
  const signUp = (userId: string, hash = emailHash, handler = process(), context = testContext()) =>
    signUpEmail(
      handler,
      userId,
      { emailHash: hash, marketingOptIn: true, seal: async () => 'sealed' },
      context,
    );
  const verify = (userId: string, more: object = {}, handler = process(), context = testContext()) =>
    verifyEmail(
      handler,
      { userId, emailHash, sealedEmail: 'sealed', marketingOptIn: true, ...more },
      context,
    );
  const owner = (hash = emailHash) => findOwner(process(), 'email', hash);

  test('that is another account’s signs nobody else up, and does not say so', async () => {
    await signUp(ben);
    expect(await signUp(anna)).toEqual({ signedUp: false, position: undefined });
    expect(await typesOf(anna)).toEqual([]);
  });

  test('that has signed up is signed up once, and a key says what it said', async () => {
    const context = testContext();
    const first = await signUp(anna, emailHash, process(), context);
    expect(first.signedUp).toBe(true);
    expect(await signUp(anna, emailHash, process(), context)).toEqual(first);
    expect(await signUp(anna)).toMatchObject({ signedUp: false });
    expect(await typesOf(anna)).toEqual(['EmailSignedUp']);
  });

  test('that was verified is not signed up again, and its key says what it said', async () => {
    const context = testContext();
    const first = await signUp(anna, emailHash, process(), context);
    await verify(anna);
    await expect(signUp(anna)).rejects.toMatchObject({ code: 'EmailAlreadyVerified' });
    expect(await signUp(anna, emailHash, process(), context)).toEqual(first);
  });

  test('of an account that signs up with another meanwhile goes free again', async () => {
    const handler = disturbedBehind(streamOf('email', emailHash), () => signUp(anna, other));
    await expect(signUp(anna, emailHash, handler)).rejects.toMatchObject({ code: 'EmailAlreadySignedUp' });
    expect([await owner(), await owner(other)]).toEqual([undefined, anna]);
    expect((await ledger.read(streamOf('email', emailHash))).at(-1)?.metadata.inputHash).toBe(
      hashInput({ operation: 'release-email', emailHash, userId: anna }),
    );
  });

  test('that the account has reserved before stays: another request may rest on it', async () => {
    await onValue(streamOf('email', emailHash), { type: 'Reserve', userId: anna });
    // Behind the reservation, which finds its own, and before the account.
    const handler = disturbedAfterLook(streamOf('email', emailHash), () => signUp(anna, other));
    await expect(signUp(anna, emailHash, handler)).rejects.toMatchObject({ code: 'EmailAlreadySignedUp' });
    expect(await owner()).toBe(anna);
  });

  test('that an account may not verify is taken from nobody', async () => {
    await signUp(anna, other);
    await signUp(ben);
    await expect(verify(anna)).rejects.toMatchObject({ code: 'EmailAlreadySignedUp' });
    expect(await owner()).toBe(ben);
    expect(await typesOf(ben)).toEqual(['EmailSignedUp']);
  });

  test('that goes to somebody else before the account verifies it pays nobody twice', async () => {
    await signUp(anna);
    const handler = disturbedBehind(streamOf('email', emailHash), async () => {
      await onValue(streamOf('email', emailHash), { type: 'Release', userId: anna });
      await onValue(streamOf('email', emailHash), { type: 'Reserve', userId: ben });
    });
    await expect(verify(anna, {}, handler)).rejects.toMatchObject({ code: 'EmailNotSignedUp' });
    expect(await typesOf(anna)).toEqual(['EmailSignedUp']);
  });

  test('is one with the mailbox that it is told apart by, under both of its hashes', async () => {
    await signUp(anna);
    await verify(anna, { mailboxHash: other });
    expect([await owner(), await owner(other)]).toEqual([anna, anna]);
    await expect(verify(ben, { mailboxHash: other, emailHash: 'c'.repeat(64) })).rejects.toMatchObject({
      code: 'EmailNotSignedUp',
    });
    expect(await typesOf(ben)).toEqual([]);
  });

  test('of a wallet that verifies it while another is about to take it over stays, and is paid once', async () => {
    await signUp(ben);
    const handler = disturbedAfterLook(streamOf('account', ben), () => verify(ben));
    await expect(verify(anna, {}, handler)).rejects.toMatchObject({ code: 'EmailNotSignedUp' });
    expect(await owner()).toBe(ben);
    expect(await typesOf(anna)).toEqual([]);
    expect(await typesOf(ben)).toEqual(['EmailSignedUp', 'EmailVerified', 'RewardGranted', 'RewardGranted']);
  });

  test('whose mailbox somebody else proves meanwhile, under its other hash, pays nobody twice', async () => {
    await signUp(anna);
    const mailbox = streamOf('email', other);
    const handler = disturbedBehind(mailbox, async () => {
      await onValue(mailbox, { type: 'Release', userId: anna });
      await onValue(mailbox, { type: 'Reserve', userId: ben });
      await onValue(mailbox, { type: 'Confirm', userId: ben });
    });
    await expect(verify(anna, { mailboxHash: other }, handler)).rejects.toMatchObject({
      code: 'EmailNotSignedUp',
    });
    expect(await typesOf(anna)).toEqual(['EmailSignedUp']);
    // Nor is the spelling that she lost it under hers for good.
    expect(await readReservation(process(), 'email', emailHash)).toMatchObject({
      owner: anna,
      confirmed: false,
    });
  });

  test('that was verified without a wallet goes to the wallet of who reads the mailbox', async () => {
    const alone = randomUUID();
    const signup = { emailHash, marketingOptIn: true, seal: async () => 'sealed', userId: alone };
    await signUpEmailAlone(process(), signup, testContext());
    await verify(alone);
    await verify(anna);
    expect(await owner()).toBe(anna);
    expect((await ledger.read(streamOf('account', alone))).map(({ type }) => type)).toEqual([
      'AccountOpened',
      'EmailSignedUp',
      'EmailVerified',
      'AccountRemoved',
    ]);
    expect(await typesOf(anna)).toEqual(['EmailSignedUp', 'EmailVerified', 'RewardGranted', 'RewardGranted']);
  });

  test('of a removed account without a wallet is signed up by nobody, and nobody learns of it', async () => {
    const alone = randomUUID();
    const signup = { emailHash, marketingOptIn: true, seal: async () => 'sealed', userId: alone };
    await signUpEmailAlone(process(), signup, testContext());
    await process().handle({
      ...testContext(),
      stream: streamOf('account', alone),
      decider: account,
      command: { type: 'RemoveAccount', reason: 'Abuse' },
      input: {},
    });
    expect(await signUpEmailAlone(process(), signup, testContext())).toEqual({
      signedUp: false,
      position: undefined,
    });
  });

  test('that was verified is told again for the key', async () => {
    const context = testContext();
    await signUp(anna);
    await verify(anna, {}, process(), context);
    expect((await verify(anna, {}, process(), context)).replayed).toBe(true);
    await expect(verify(anna)).rejects.toMatchObject({ code: 'EmailAlreadyVerified' });
    expect(await typesOf(anna)).toEqual(['EmailSignedUp', 'EmailVerified', 'RewardGranted', 'RewardGranted']);
  });
});

describe('a platform account', () => {
  const bring = (platformUserId: string, handler = process(), context = testContext()) =>
    connectSocial(
      handler,
      { userId: anna, platform: 'twitter', platformUserId, ...sealedHandle('anna'), method: 'oauth' },
      context,
    );
  const owner = (platformUserId: string) => findOwner(process(), 'social', `twitter-${platformUserId}`);

  test('beside which another was connected meanwhile goes free again', async () => {
    const handler = disturbedBehind(streamOf('social', 'twitter-1'), () => bring('2'));
    await expect(bring('1', handler)).rejects.toMatchObject({ code: 'PlatformAlreadyConnected' });
    expect([await owner('1'), await owner('2')]).toEqual([undefined, anna]);
    const asked = { userId: anna, platform: 'twitter', platformUserId: '1' };
    expect((await ledger.read(streamOf('social', 'twitter-1'))).at(-1)?.metadata.inputHash).toBe(
      hashInput({ operation: 'release-social', ...asked }),
    );
  });

  test('of an account that is removed meanwhile stays reserved, as those of removed accounts do', async () => {
    const handler = disturbedBehind(streamOf('social', 'twitter-1'), () =>
      process().handle({
        ...testContext(),
        stream: streamOf('account', anna),
        decider: account,
        command: { type: 'RemoveAccount', reason: 'Abuse' },
        input: {},
      }),
    );
    await expect(bring('1', handler)).rejects.toMatchObject({ code: 'AccountIsRemoved' });
    expect(await owner('1')).toBe(anna);
  });

  test('that was connected is told again for the key', async () => {
    const context = testContext();
    await bring('1', process(), context);
    expect((await bring('1', process(), context)).replayed).toBe(true);
    expect(await typesOf(anna)).toEqual(['SocialConnected', 'RewardGranted']);
  });
});
