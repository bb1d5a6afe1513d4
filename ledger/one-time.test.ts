import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { openAccount } from './accounts/open-account.ts';
import { signUpEmail } from './accounts/sign-up-email.ts';
import { verifyEmail } from './accounts/verify-email.ts';
import type { Authorize } from './authorize.ts';
import { Deadline } from './deadline.ts';
import { type CommandHandler, createCommandHandler } from './handle-command.ts';
import { requestMassAct } from './mass-acts/request-mass-act.ts';
import { removeTrack } from './playlist/change-tracks.ts';
import { TrackNotFound } from './playlist/playlist.ts';
import { startMemoryLedger } from './testing/memory-ledger.ts';
import { newWallet, testContext } from './testing/start-ledger.ts';

const emailHash = 'a'.repeat(64);
const mail = { emailHash, sealedEmail: 'sealed', marketingOptIn: false };
const authorize: Authorize = async () => undefined;

let handler: CommandHandler;
let userId: string;
beforeEach(async () => {
  handler = createCommandHandler(startMemoryLedger().store);
  ({ userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext()));
});

/** A handler that notes by when each of its commands and readings has to be done. */
function watched() {
  const seen: (Deadline | undefined)[] = [];
  const watching: CommandHandler = {
    ...handler,
    handle(request) {
      seen.push(request.deadline);
      return handler.handle(request);
    },
    read(stream, decider, deadline) {
      seen.push(deadline);
      return handler.read(stream, decider, deadline);
    },
  };
  return { seen, watching };
}

const acts: Readonly<Record<string, (handler: CommandHandler) => Promise<unknown>>> = {
  'an account that somebody brought': (watching) =>
    openAccount(watching, { walletAddress: newWallet(), referrerId: userId }, testContext()),
  'an address that another account signed up with and never proved': async (watching) => {
    const other = await openAccount(handler, { walletAddress: newWallet() }, testContext());
    await signUpEmail(handler, other.userId, { ...mail, seal: async () => 'sealed' }, testContext());
    await verifyEmail(watching, { userId, ...mail, mailboxHash: 'b'.repeat(64) }, testContext());
  },
  'an act on all accounts': (watching) =>
    requestMassAct(
      watching,
      { act: { kind: 'reset' }, reason: 'season', dryRun: false, authorize },
      testContext(),
    ),
  'a track': async (watching) =>
    expect(removeTrack(watching, { trackId: randomUUID(), authorize }, testContext())).rejects.toBeInstanceOf(
      TrackNotFound,
    ),
};

test.each(Object.entries(acts))('%s takes all its steps in the time of one request', async (_, act) => {
  const { seen, watching } = watched();
  await act(watching);
  expect(seen.length).toBeGreaterThan(1);
  expect(seen[0]).toBeInstanceOf(Deadline);
  expect(new Set(seen).size).toBe(1);
});
