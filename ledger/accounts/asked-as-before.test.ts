import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { usernameSkeleton } from '../../contracts/username-skeleton.ts';
import { IdempotencyKeyReused } from '../domain-error.ts';
import { hashInput } from '../envelope.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { requestMassAct } from '../mass-acts/request-mass-act.ts';
import { addTrack, removeTrack } from '../playlist/change-tracks.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { changeUsername } from './change-username.ts';
import { connectSocial } from './connect-social.ts';
import { openAccount } from './open-account.ts';
import { signUpEmail, signUpEmailAlone } from './sign-up-email.ts';
import { verifyEmail } from './verify-email.ts';
import { verifyTask } from './verify-task.ts';

/*
 * A key is answered from the ledger however old the release is that wrote there: so each step of an act hashes what was
 * asked for as it always did.
 */

let ledger: TestLedgerNode;
let handler: CommandHandler;
let userId: string;
beforeEach(async () => {
  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
  ({ userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext()));
});

const authorize = async () => undefined;
const lastIn = async (stream: string) => {
  const event = (await ledger.read(stream)).at(-1);
  if (!event) throw new Error(`${stream} is empty`);
  return { type: event.type, asked: event.metadata.inputHash, data: event.data };
};
const account = () => lastIn(streamOf('account', userId));

test('a platform account that is connected, and a task on it', async () => {
  const [platform, platformUserId] = ['youtube', `UC_${randomUUID()}`] as const;
  const confirmed = { userId, platform, platformUserId, ...sealedHandle('anna'), method: 'oauth' } as const;
  await connectSocial(handler, confirmed, testContext());
  expect((await account()).asked).toBe(
    hashInput({ operation: 'connect-social', userId, platform, platformUserId }),
  );
  // Ids keep their case.
  const reserved = await lastIn(`social-youtube-${platformUserId}`);
  expect(reserved.asked).toBe(hashInput({ operation: 'reserve-social', userId, platform, platformUserId }));
  const task = { userId, platform, taskType: 'subscribe' } as const;
  const context = testContext();
  const proof = { method: 'oauth', evidence: 'subscribed: true', tweetId: 'v1' } as const;
  const asked: string[] = [];
  const ask = async (id: string) => {
    asked.push(id);
    return { proof };
  };
  await verifyTask(handler, task, ask, context);
  const events = await ledger.read(streamOf('account', userId));
  expect(events.at(-2)?.data).toEqual({ platform, taskType: 'subscribe', ...proof });
  expect((await account()).asked).toBe(hashInput({ operation: 'verify-task', ...task }));
  await verifyTask(handler, task, ask, context);
  expect(asked).toEqual([platformUserId]);
});

test('a task that is proved by no post names none', async () => {
  const platform = 'instagram';
  const confirmed = {
    userId,
    platform,
    platformUserId: '7',
    ...sealedHandle('anna'),
    method: 'demo',
  } as const;
  await connectSocial(handler, confirmed, testContext());
  const proof = { method: 'demo', evidence: 'yes', tweetId: undefined } as const;
  await verifyTask(handler, { userId, platform, taskType: 'follow' }, async () => ({ proof }), testContext());
  const verified = (await ledger.read(streamOf('account', userId))).at(-2);
  expect(verified?.data).toEqual({ platform, taskType: 'follow', method: 'demo', evidence: 'yes' });
  expect(verified?.data).not.toHaveProperty('tweetId');
});

test('a name, its likeness, and what is left of the ones before', async () => {
  const [fox, owl] = [`Fox_${Date.now() % 1e6}`, `Owl_${Date.now() % 1e6}`];
  await changeUsername(handler, { userId, username: fox }, testContext());
  expect((await account()).asked).toBe(hashInput({ operation: 'change-username', userId, username: fox }));
  const likeness = `~${usernameSkeleton(fox)}`;
  const [name, like] = [streamOf('username', fox.toLowerCase()), streamOf('username', likeness)];
  expect((await lastIn(name)).asked).toBe(
    hashInput({ operation: 'BeginUse-username', userId, username: fox }),
  );
  expect((await lastIn(like)).asked).toBe(
    hashInput({ operation: 'BeginUse-likeness', userId, username: likeness }),
  );
  await changeUsername(handler, { userId, username: owl }, testContext());
  expect(await lastIn(name)).toEqual({
    type: 'Released',
    data: { userId, use: 1 },
    asked: hashInput({ operation: 'EndUse-username', userId, username: fox }),
  });
  expect(await lastIn(like)).toEqual({
    type: 'Released',
    data: { userId, use: 1 },
    asked: hashInput({ operation: 'EndUse-likeness', userId, username: likeness }),
  });
});

test('an address that signs up, with a wallet and alone, and is verified', async () => {
  const emailHash = 'a'.repeat(64);
  const signup = { emailHash, marketingOptIn: true, seal: async () => 'sealed' };
  const context = testContext();
  await signUpEmail(handler, userId, signup, context);
  const asked = hashInput({ operation: 'sign-up-email', emailHash, marketingOptIn: true });
  expect((await account()).asked).toBe(asked);
  expect((await lastIn(`email-${emailHash}`)).asked).toBe(
    hashInput({ operation: 'reserve-email', emailHash }),
  );
  await expect(signUpEmail(handler, userId, { ...signup, marketingOptIn: false }, context)).rejects.toThrow(
    IdempotencyKeyReused,
  );
  await verifyEmail(
    handler,
    { userId, emailHash, sealedEmail: 'sealed', marketingOptIn: true },
    testContext(),
  );
  expect((await account()).asked).toBe(hashInput({ operation: 'verify-email', emailHash }));
  expect(await lastIn(`email-${emailHash}`)).toEqual({
    type: 'Confirmed',
    data: { userId },
    asked: hashInput({ operation: 'Confirm', emailHash, userId }),
  });
  const alone = 'b'.repeat(64);
  const newUser = randomUUID();
  await signUpEmailAlone(handler, { ...signup, emailHash: alone, userId: newUser }, testContext());
  expect((await lastIn(`account-${newUser}`)).asked).toBe(
    hashInput({ operation: 'sign-up-email', emailHash: alone, marketingOptIn: true }),
  );
  await verifyEmail(
    handler,
    { userId: newUser, emailHash: alone, sealedEmail: 'sealed', marketingOptIn: true },
    testContext(),
  );
  // Without a wallet it is paid nothing.
  expect((await lastIn(`account-${newUser}`)).type).toBe('EmailVerified');
});

test('an account that is merged into the wallet of who reads the mailbox', async () => {
  const emailHash = 'c'.repeat(64);
  const alone = randomUUID();
  const signup = { emailHash, marketingOptIn: true, seal: async () => 'sealed', userId: alone };
  await signUpEmailAlone(handler, signup, testContext());
  const proof = { userId, emailHash, sealedEmail: 'sealed anew', marketingOptIn: true };
  await verifyEmail(handler, proof, testContext());
  expect(await lastIn(`account-${alone}`)).toEqual({
    type: 'AccountRemoved',
    data: { reason: 'merged' },
    asked: hashInput({ operation: 'merge-account', userId: alone }),
  });
});

test.each([
  [{ kind: 'clear' }, 'MassClearRequested', {}],
  [{ kind: 'reset' }, 'MassResetRequested', {}],
  [{ kind: 'restore', resetId: 'r' }, 'MassRestoreRequested', { resetId: 'r' }],
] as const)('an act on all accounts: %j', async (wanted, type, more) => {
  const resetId = randomUUID();
  const act = wanted.kind === 'restore' ? { kind: wanted.kind, resetId } : wanted;
  const context = testContext();
  const reason = 'New season';
  const foreseen = await requestMassAct(handler, { act, reason, dryRun: true, authorize }, context);
  expect(foreseen.events.map((event) => event.type)).toEqual([type]);
  expect(await ledger.read('mass-acts')).toEqual([]);
  await requestMassAct(handler, { act, reason, dryRun: false, authorize }, context);
  expect(await lastIn('mass-acts')).toEqual({
    type,
    data: { requestId: context.commandId, reason, ...('resetId' in more && { resetId }) },
    asked: hashInput({ operation: 'request-mass-act', ...act, reason }),
  });
});

test('a track that is added and removed', async () => {
  const track = {
    ...{ trackId: randomUUID(), title: 'Song', artist: 'EVO', filename: 'song.mp3' },
    ...{ contentType: 'audio/mpeg', size: 1, sha256: 'a'.repeat(64) },
  };
  await addTrack(handler, { track, authorize }, testContext());
  expect(await lastIn('playlist')).toEqual({
    type: 'MusicTrackAdded',
    data: track,
    asked: hashInput({ operation: 'add-track', ...track }),
  });
  const { trackId } = track;
  await removeTrack(handler, { trackId, authorize }, testContext());
  expect(await lastIn('playlist')).toEqual({
    type: 'MusicTrackRemoved',
    data: { trackId },
    asked: hashInput({ operation: 'remove-track', trackId }),
  });
});
