import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { bytesToHex } from '../proof/bytes.ts';
import { freezeEntries, packIds } from '../proof/frozen-entries.ts';
import { raffleIdOf } from '../proof/raffle-id.ts';
import { ANNA, BEN, byAdmin, HASH, mailbox, opened, own } from './testing/account-acts.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';
import { withGrants } from './testing/with-grants.ts';

const SEED_HASH = hash('sha256', Buffer.from('5'.repeat(64), 'hex'));
const RAFFLE = raffleIdOf(1);
const system = (appended: Appended): Appended => ({ ...appended, actor: { kind: 'system' } });
const ofRaffle = (type: string, data: object): Appended => ({
  stream: streamOf('raffle', RAFFLE),
  type,
  data,
});
/** The raffle has begun, and BEN comes just in time. */
const before = withGrants([
  ...opened(ANNA),
  ...mailbox(ANNA, HASH),
  ...opened(BEN),
  system({ stream: 'raffle-seeds', type: 'SeedCommitted', data: { number: 1, hash: SEED_HASH } }),
  byAdmin(ofRaffle('RaffleCommitted', { number: 1, mode: 'flat', amounts: ['10'], seedHash: SEED_HASH })),
  ...mailbox(BEN, 'd'.repeat(64)),
]);
/** Where BEN has verified. */
const commit = (before.findLastIndex(({ type }) => type === 'EmailVerified') + 1) * 100;

const frozenAt = (position: string, userIds: readonly string[]): Appended => {
  const { count, tree } = freezeEntries(RAFFLE, packIds(userIds));
  return system(ofRaffle('EntriesFrozen', { root: bytesToHex(tree.root), count, position }));
};
const faultBehind = async (more: Appended) => {
  const fault = await faultIn(await exportText(appendEvents([], [...before, more])));
  return fault && [fault.rule, fault.at?.number];
};

test('entries name the whole place of an event: half of one would leave out who has become eligible there', async () => {
  expect(await faultBehind(frozenAt(`C:${commit}/P:${commit}`, [ANNA, BEN]))).toBeUndefined();
  for (const prepare of [0, commit - 1])
    expect(await faultBehind(frozenAt(`C:${commit}/P:${prepare}`, [ANNA]))).toEqual([
      'raffles',
      before.length,
    ]);
  expect(await faultBehind(frozenAt(`C:${commit}/P:${commit + 1}`, [ANNA, BEN]))).toEqual([
    'raffles',
    before.length,
  ]);
});

test('a cause names the whole place of an event, and stands in what the program does', async () => {
  const causedAt = (prepare?: number): Appended => ({
    ...system({ stream: `email-${'e'.repeat(64)}`, type: 'Reserved', data: { userId: ANNA } }),
    cause: {
      process: 'mailboxes',
      commit: BigInt(commit),
      ...(prepare !== undefined && { prepare: BigInt(prepare) }),
    },
  });
  expect(await faultBehind(causedAt())).toBeUndefined();
  expect(await faultBehind(causedAt(0))).toEqual(['causes', before.length]);
  const ofUser = own(ANNA, 'WhitelistJoined');
  expect(await faultBehind(ofUser)).toBeUndefined();
  expect(await faultBehind({ ...causedAt(), ...ofUser, actor: { kind: 'user' } })).toEqual([
    'causes',
    before.length,
  ]);
});
