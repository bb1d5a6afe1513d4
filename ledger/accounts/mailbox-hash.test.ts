import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { hashInput } from '../envelope.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { findOwner, readReservation } from '../reservations/find-owner.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { alsoReserve, mailboxHash } from './mailbox-hash.ts';

let ledger: TestLedgerNode;
let handler: CommandHandler;
beforeEach(() => {
  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
});

const newHash = () => randomUUID().replaceAll('-', '').repeat(2);
const reserve = (userId: string, now: string, isVerified = false, context = testContext()) =>
  alsoReserve(handler, { userId, now, isVerified }, context);

test('an address goes by its former hash as long as somebody holds that', async () => {
  const [now, former, userId] = [newHash(), newHash(), randomUUID()];
  expect(await mailboxHash(handler, { now, former: undefined })).toBe(now);
  expect(await mailboxHash(handler, { now, former })).toBe(now);
  await reserve(userId, former);
  expect(await mailboxHash(handler, { now, former })).toBe(former);
  expect(await mailboxHash(handler, { now, former: undefined })).toBe(now);
});

test('is kept under the hash of now, for good once the mailbox was read', async () => {
  const [now, other, anna, ben] = [newHash(), newHash(), randomUUID(), randomUUID()];
  await reserve(anna, now);
  expect(await readReservation(handler, 'email', now)).toMatchObject({ owner: anna, confirmed: false });
  await reserve(anna, now, true);
  expect(await readReservation(handler, 'email', now)).toMatchObject({ owner: anna, confirmed: true });
  await reserve(anna, other, true);
  expect(await readReservation(handler, 'email', other)).toMatchObject({ owner: anna, confirmed: true });
  await reserve(ben, now, true);
  expect(await findOwner(handler, 'email', now)).toBe(anna);
});

test('again under the same key leaves nothing more, in a process of its own either', async () => {
  const [now, userId, context] = [newHash(), randomUUID(), testContext()];
  await reserve(userId, now, true, context);
  handler = createCommandHandler(ledger.store);
  await reserve(userId, now, true, context);
  const events = await ledger.read(streamOf('email', now));
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'Reserved', data: { userId } },
    { type: 'Confirmed', data: { userId } },
  ]);
  expect(events.map(({ metadata }) => metadata.inputHash)).toEqual(
    ['Reserve', 'Confirm'].map((type) => hashInput({ operation: 'also-reserve', type, userId, now })),
  );
});
