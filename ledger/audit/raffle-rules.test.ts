import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { bytesToHex } from '../proof/bytes.ts';
import { freezeEntries, packIds } from '../proof/frozen-entries.ts';
import { raffleIdOf } from '../proof/raffle-id.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';

const NUMBER = 1;
const SEED = '5'.repeat(64);
const RAFFLE = raffleIdOf(NUMBER);
const [ANNA, BEN, CLEO] = ['a', 'b', 'c'].map(
  (digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`,
) as [string, string, string];
const walletOf = (userId: string) => `0x${userId.slice(0, 8).repeat(5)}`;

const root = (appended: Appended): Appended => ({
  ...appended,
  actor: { kind: 'admin', wallet: `0x${'9'.repeat(40)}` },
  right: { role: 'superAdmin' },
});
const system = (appended: Appended): Appended => ({ ...appended, actor: { kind: 'system' } });
const own = (userId: string, type: string, data: object = {}): Appended => ({
  stream: streamOf('account', userId),
  type,
  data,
});

/** Who has an account, a wallet unless there is none, and a verified address. */
function joined(userId: string, hasWallet = true): Appended[] {
  const emailHash = hash('sha256', userId);
  const walletAddress = walletOf(userId);
  const reserve = (stream: string): Appended => ({ stream, type: 'Reserved', data: { userId } });
  return [
    ...(hasWallet ? [reserve(streamOf('wallet', walletAddress))] : []),
    own(userId, 'AccountOpened', hasWallet ? { source: 'wallet', walletAddress } : { source: 'email' }),
    reserve(streamOf('email', emailHash)),
    own(userId, 'EmailSignedUp', { emailHash, sealedEmail: 'sealed', marketingOptIn: false }),
    own(userId, 'EmailVerified', { emailHash }),
  ];
}

const seed = (number = NUMBER, stream = 'raffle-seeds', text = SEED): Appended =>
  system({ stream, type: 'SeedCommitted', data: { number, hash: hashOf(text) } });
const hashOf = (hex: string) => hash('sha256', Buffer.from(hex, 'hex'));

const rulesOf = (amounts: readonly string[], more: object = {}) =>
  ({ number: NUMBER, mode: 'tiered', amounts, seedHash: hashOf(SEED), ...more }) as const;
const ofRaffle = (type: string, data: object): Appended => ({
  stream: streamOf('raffle', RAFFLE),
  type,
  data,
});
const begun = (amounts: readonly string[] = ['10'], more: object = {}): Appended =>
  root(ofRaffle('RaffleCommitted', rulesOf(amounts, more)));

const positionOf = (events: number) => `C:${events * 100}/P:${events * 100}`;
const entriesOf = (userIds: readonly string[]) => freezeEntries(RAFFLE, packIds(userIds));

/** The events, and the entries as of the last of them, or of the one before so many others. */
function frozen(
  before: readonly Appended[],
  userIds: readonly string[],
  more: object = {},
  ago = 0,
): Appended[] {
  const { count, tree } = entriesOf(userIds);
  const position = positionOf(before.length - ago);
  const data = { root: bytesToHex(tree.root), count, position, ...more };
  return [...before, system(ofRaffle('EntriesFrozen', data))];
}

const soundness = async (appended: readonly Appended[]) => {
  const fault = await faultIn(await exportText(appendEvents([], appended)));
  return fault && { rule: fault.rule, number: fault.at?.number };
};
/** The rule that the last of the events breaks. */
const brokenByLast = (appended: readonly Appended[], rule = 'raffles') => ({
  rule,
  number: appended.length - 1,
});

const everybody = [...joined(ANNA), ...joined(BEN), ...joined(CLEO)];
const ALL = [ANNA, BEN, CLEO];
const erasure = own(ANNA, 'PersonalDataErased');

test('who has erased what is known of them takes part no more, and comes back with an address', async () => {
  const erased = [...everybody, erasure, seed(), begun()];
  expect(await soundness(frozen(erased, [BEN, CLEO]))).toBeUndefined();
  const leftIn = frozen(erased, ALL);
  expect(await soundness(leftIn)).toEqual(brokenByLast(leftIn));
  const again = [...everybody, erasure, ...joined(ANNA).slice(3), seed(), begun()];
  expect(await soundness(frozen(again, ALL))).toBeUndefined();
});

test('who erases it behind the position of the entries takes part', async () => {
  const before = [...everybody, seed(), begun(), erasure];
  expect(await soundness(frozen(before, ALL, {}, 1))).toBeUndefined();
  const leftOut = frozen(before, [BEN, CLEO], {}, 1);
  expect(await soundness(leftOut)).toEqual(brokenByLast(leftOut));
});
