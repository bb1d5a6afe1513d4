import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { signUpEmailAlone } from '../../ledger/accounts/sign-up-email.ts';
import type { CommandContext } from '../../ledger/command-context.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import { expectWholeChains } from '../../ledger/testing/expect-whole-chains.ts';
import { replacedStore } from '../../ledger/testing/replaced-store.ts';
import { startTestLedger, type TestLedgerNode, testContext } from '../../ledger/testing/start-ledger.ts';
import { onSameLedger } from './same-ledger.ts';

let right: TestLedgerNode;
let older: TestLedgerNode;
beforeAll(async () => {
  [right, older] = await Promise.all([startTestLedger(), startTestLedger()]);
  reach(right);
});
afterAll(() => Promise.all([right.stop(), older.stop()]));

/** What the program reaches at this moment. */
const { store, reach } = replacedStore();
let projected: LedgerPosition | undefined;
const gate = { position: () => projected };
const newHandler = () => onSameLedger(createCommandHandler(store), store, gate);

const emailHash = () => randomUUID().replaceAll('-', '').repeat(2);
const signUp = (handler: ReturnType<typeof newHandler>, hash: string, command: CommandContext) =>
  signUpEmailAlone(handler, { emailHash: hash, marketingOptIn: false, seal: async () => 'sealed' }, command);

test('no yes is said while the event store is an older copy: the same command has its effect on the right one', async () => {
  const handler = newHandler();
  for (let n = 0; n < 3; n++) await signUp(handler, emailHash(), testContext());
  projected = await right.store.head();
  const [hash, command] = [emailHash(), testContext()];
  reach(older);
  for (const each of [handler, newHandler()]) {
    await expect(signUp(each, hash, command)).rejects.toThrow(LedgerUnavailable);
    await expect(signUp(each, emailHash(), testContext())).rejects.toThrow(LedgerUnavailable);
  }
  reach(right);
  const before = (await right.readAll()).length;
  // What the process keeps in memory of what it wrote there cannot be read again, once.
  await expect(signUp(handler, hash, command)).rejects.toThrow(LedgerUnavailable);
  for (const each of [handler, newHandler()]) await signUp(each, hash, command);
  await signUp(handler, emailHash(), testContext());
  const events = await right.readAll();
  const added = events.slice(before).map(({ type }) => type);
  expect(added.filter((type) => type === 'EmailSignedUp')).toHaveLength(2);
  expectWholeChains(events);
});

test('what an earlier sending has done stands before what is known, and is answered', async () => {
  const [hash, command] = [emailHash(), testContext()];
  await signUp(newHandler(), hash, command);
  await signUp(newHandler(), emailHash(), testContext());
  projected = await right.store.head();
  await expect(signUp(newHandler(), hash, command)).resolves.toBeDefined();
});
