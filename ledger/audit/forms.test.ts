import { expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { usernameSkeleton } from '../../contracts/username-skeleton.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';

const USER = '5f0c1e9a-0000-4000-8000-000000000001';
const WALLET = `0x${'1'.repeat(40)}`;
const own = (type: string, data: object): Appended => ({ stream: streamOf('account', USER), type, data });
const opened = [
  { stream: streamOf('wallet', WALLET), type: 'Reserved', data: { userId: USER } },
  own('AccountOpened', { source: 'wallet', walletAddress: WALLET }),
];
const byHand = (amount: string): Appended => ({
  ...own('RewardGranted', { grantId: crypto.randomUUID(), amount, source: 'admin', reason: 'Well done' }),
  actor: { kind: 'admin', wallet: `0x${'9'.repeat(40)}` },
});
const ofFirst = (appended: Appended): Appended => ({ ...appended, schemaVersion: 1 });
const ruleBroken = async (...appended: Appended[]) =>
  (await faultIn(await exportText(appendEvents([], [...opened, ...appended]))))?.rule;

test('what the first version granted beyond the bounds of now is sound, and what stands behind it', async () => {
  expect(await ruleBroken(ofFirst(byHand('1000001')), ofFirst(byHand('1')), byHand('1'))).toBeUndefined();
  expect(await ruleBroken(byHand('1000001'))).toBe('account');
});

test('behind a grant that is bound none is of the first version', async () => {
  expect(await ruleBroken(byHand('1'), ofFirst(byHand('1000001')))).toBe('schema');
});

test('an amount of the first version has no more digits than amounts had then', async () => {
  const [most, more] = ['9'.repeat(20), `1${'0'.repeat(20)}`];
  expect(await ruleBroken(ofFirst(byHand(most)))).toBeUndefined();
  expect(await ruleBroken(ofFirst(byHand(more)))).toBe('schema');
  const claimed = own('RewardsClaimed', { claimId: USER, amount: `1${'9'.repeat(20)}` });
  const grants = [ofFirst(byHand(most)), ofFirst(byHand(`1${'0'.repeat(19)}`))] as const;
  expect(await ruleBroken(...grants, ofFirst(byHand(most)), ofFirst(claimed))).toBe('schema');
});

const reserved = (stream: string): Appended => ({ stream, type: 'Reserved', data: { userId: USER } });
const named = (username: string): Appended[] => [
  reserved(streamOf('username', username)),
  reserved(streamOf('username', `~${usernameSkeleton(username)}`)),
  own('UsernameChanged', { username, use: 1, likenessUse: 1 }),
];
const namedBefore = (username: string): Appended[] => [
  reserved(streamOf('username', username)),
  { ...own('UsernameChanged', { username, use: 1 }), schemaVersion: 2 },
];

test('behind a name that rests on what it looks like none is of a release that did not ask for that', async () => {
  expect(await ruleBroken(...namedBefore('owl'), ...named('crow'))).toBeUndefined();
  expect(await ruleBroken(...named('crow'), ...namedBefore('owl'))).toBe('schema');
});

test('behind a handle that is sealed none is in clear text', async () => {
  const typed = { platform: 'twitter', method: 'handle' };
  const sealed = own('SocialConnected', { ...typed, sealedHandle: 'sealed', handleHash: 'e'.repeat(64) });
  const clear = ofFirst(own('SocialConnected', { ...typed, handle: 'anna' }));
  expect(await ruleBroken(clear, sealed)).toBeUndefined();
  expect(await ruleBroken(sealed, clear)).toBe('schema');
});

test('behind the end of one use of a name none ends as before uses were told apart', async () => {
  const stream = streamOf('username', 'owl');
  const released = (more: object): Appended => ({
    stream,
    type: 'Released',
    data: { userId: USER, ...more },
  });
  const [ofOne, ofAll] = [released({ use: 2 }), ofFirst(released({}))];
  const taken = reserved(stream);
  expect(await ruleBroken(taken, ofAll, taken, ofOne)).toBeUndefined();
  expect(await ruleBroken(taken, taken, ofOne, ofAll)).toBe('schema');
});
