import { expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { usernameSkeleton } from '../../contracts/username-skeleton.ts';
import {
  ANNA,
  BEN,
  connected,
  HASH,
  judge,
  last,
  mailbox,
  opened,
  openedByEmail,
  own,
  reserved,
  walletOf,
} from './testing/account-acts.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { auditText, exportText } from './testing/audit-text.ts';
import { withGrants } from './testing/with-grants.ts';

test('nobody confirms a mailbox that is another account’s', async () => {
  const before = [...opened(ANNA), ...opened(BEN), ...mailbox(ANNA, HASH)];
  const confirmed = (userId: string): Appended[] => [
    ...before,
    { stream: streamOf('email', HASH), type: 'Confirmed', data: { userId } },
  ];
  expect(await judge(confirmed(ANNA))).toBeUndefined();
  expect(await judge(confirmed(BEN))).toEqual(last(confirmed(BEN), 'owners'));
});

/** As a release of before names rested on what they look like, too. */
const ofSecond = (appended: Appended): Appended => ({ ...appended, schemaVersion: 2 });

test('an account takes no name that it has', async () => {
  const taken = (username: string) => ofSecond(own(ANNA, 'UsernameChanged', { username }));
  const name = (username: string): Appended[] => [
    reserved(ANNA, streamOf('username', username.toLowerCase())),
    taken(username),
  ];
  const named = [...opened(ANNA), ...name('anna_1')];
  expect(await judge([...named, ...name('Anna_1'), ...name('anna_1')])).toBeUndefined();
  const again = [...named, taken('anna_1')];
  expect(await judge(again)).toEqual(last(again, 'account'));
  const erased = [...named, own(ANNA, 'PersonalDataErased'), taken('anna_1')];
  expect(await judge(erased)).toBeUndefined();
});

const freed = (stream: string, userId: string, use?: number): Appended => ({
  stream,
  type: 'Released',
  data: { userId, ...(use && { use }) },
});

test('what an account uses is freed by nobody, and what it does not use by its owner', async () => {
  const name = streamOf('username', 'anna_1');
  const named = [
    ...opened(ANNA),
    reserved(ANNA, name),
    reserved(ANNA, name),
    ofSecond(own(ANNA, 'UsernameChanged', { username: 'anna_1', use: 2 })),
  ];
  expect(await judge([...named, freed(name, ANNA, 1)])).toBeUndefined();
  const wallet = streamOf('wallet', walletOf(ANNA));
  const inVain = [
    [...opened(ANNA), ...opened(BEN), freed(wallet, BEN)],
    [...opened(ANNA), freed(wallet, ANNA)],
    [...named, freed(name, ANNA, 2)],
    [...named, freed(name, ANNA)],
    [...named, freed(name, ANNA, 1), freed(name, ANNA, 1)],
  ];
  for (const ledger of inVain) expect(await judge(ledger)).toEqual(last(ledger, 'owners'));
});

test('what a name looks like is its account’s while that has the name, and a platform’s account for good', async () => {
  const name = (username: string) => streamOf('username', username);
  const like = name(`~${usernameSkeleton('anna_1')}`);
  const took = (username: string, likenessUse?: number): Appended[] => [
    reserved(ANNA, name(username)),
    own(ANNA, 'UsernameChanged', { username, use: 1, ...(likenessUse && { likenessUse }) }),
  ];
  const named = [...opened(ANNA), reserved(ANNA, like), ...took('anna_1', 1)];
  const other = name(`~${usernameSkeleton('owl_2')}`);
  const renamed = [...named, reserved(ANNA, other), ...took('owl_2', 1)];
  // The one that the account was opened with has none.
  const back = [...named, ...took(`evo_${'a'.repeat(8)}00004000`)];
  for (const left of [renamed, back]) expect(await judge([...left, freed(like, ANNA, 1)])).toBeUndefined();
  const platform = streamOf('social', 'twitter-7');
  const inVain = [
    [...named, freed(like, ANNA, 1)],
    [...renamed, freed(other, ANNA, 1)],
    [...opened(ANNA), ...opened(BEN), reserved(BEN, like), ...took('anna_1', 1)],
    [...opened(ANNA), ...connected('7'), freed(platform, ANNA)],
    [...opened(ANNA), ...connected('7'), own(ANNA, 'PersonalDataErased'), freed(platform, ANNA)],
  ];
  for (const ledger of inVain) expect(await judge(ledger)).toEqual(last(ledger, 'owners'));
});

test('a name rests on what it looks like since names do, and is nobody else’s first one', async () => {
  const name = (username: string, likenessUse?: number): Appended[] => [
    ...opened(ANNA),
    reserved(ANNA, streamOf('username', username.toLowerCase())),
    reserved(ANNA, streamOf('username', `~${usernameSkeleton(username)}`)),
    own(ANNA, 'UsernameChanged', { username, use: 1, ...(likenessUse && { likenessUse }) }),
  ];
  const ofRelease = (schemaVersion: number, ledger: readonly Appended[]) =>
    ledger.map((one) => (one.type === 'UsernameChanged' ? { ...one, schemaVersion } : one));
  const first = (userId: string) => `EVO_${userId.replaceAll('-', '').slice(0, 16)}`;
  for (const ledger of [name('anna_1', 1), ofRelease(2, name('anna_1')), name(first(ANNA))])
    expect(await judge(ledger)).toBeUndefined();
  for (const ledger of [name('anna_1'), name(first(BEN), 1), name(first(BEN).replace('_', ''), 1)])
    expect(await judge(ledger)).toEqual(last(ledger, 'owners'));
});

test('who was merged into another account gives the mailbox away', async () => {
  const merged = [
    openedByEmail(ANNA),
    ...mailbox(ANNA, HASH),
    own(ANNA, 'AccountRemoved', { reason: 'merged' }),
    freed(streamOf('email', HASH), ANNA),
  ];
  expect(await judge([...merged, ...opened(BEN), ...mailbox(BEN, HASH)])).toBeUndefined();
  const kept = [openedByEmail(ANNA), ...mailbox(ANNA, HASH), freed(streamOf('email', HASH), ANNA)];
  expect(await judge(kept)).toEqual(last(kept, 'owners'));
});

test('nobody who has a wallet is merged into another account, also where it is only reserved', async () => {
  const wallet = reserved(ANNA, streamOf('wallet', walletOf(ANNA)));
  const posing = [wallet, openedByEmail(ANNA)];
  expect(await judge(posing)).toEqual(last(posing, 'owners'));
  const merged = own(ANNA, 'AccountRemoved', { reason: 'merged' });
  const locked = [openedByEmail(ANNA), ...mailbox(ANNA, HASH), wallet, merged];
  expect(await judge(locked)).toEqual(last(locked, 'owners'));
  const without = locked.filter((one) => one !== wallet);
  expect(await judge([...without, freed(streamOf('email', HASH), ANNA)])).toBeUndefined();
});

test('a merger whose mailbox no other account has taken over is counted', async () => {
  const leftOf = async (appended: readonly Appended[]) =>
    (await auditText(await exportText(appendEvents([], withGrants(appended))))).rules.owners.leftMergers();
  const merged = [
    ...[openedByEmail(ANNA), ...mailbox(ANNA, HASH)],
    own(ANNA, 'AccountRemoved', { reason: 'merged' }),
  ];
  const left = { count: 1, first: expect.stringContaining(`AccountRemoved at account-${ANNA}:3`) };
  expect(await leftOf(merged)).toEqual(left);
  const free = [...merged, freed(streamOf('email', HASH), ANNA)];
  expect(await leftOf(free)).toEqual(left);
  expect(await leftOf([...free, ...opened(BEN), ...mailbox(BEN, 'f'.repeat(64))])).toEqual(left);
  expect(await leftOf([...free, ...opened(BEN), ...mailbox(BEN, HASH)])).toBeUndefined();
});

test('of a name that was chosen before uses were noted a newer use may be ended for the oldest', async () => {
  const name = streamOf('username', 'anna_1');
  const unnoted = [
    ...[...opened(ANNA), reserved(ANNA, name)],
    { ...own(ANNA, 'UsernameChanged', { username: 'anna_1' }), schemaVersion: 1 },
  ];
  const twice = [
    ...[...unnoted, reserved(ANNA, name), reserved(ANNA, streamOf('username', 'owl_1'))],
    ofSecond(own(ANNA, 'UsernameChanged', { username: 'owl_1', use: 1 })),
    ofSecond(own(ANNA, 'UsernameChanged', { username: 'Anna_1', use: 2 })),
    freed(name, ANNA, 2),
  ];
  expect(await judge(twice)).toBeUndefined();
  expect(await judge([...twice, freed(name, ANNA, 1)])).toEqual(
    last([...twice, freed(name, ANNA, 1)], 'owners'),
  );
});
