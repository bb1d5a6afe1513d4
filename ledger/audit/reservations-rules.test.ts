import { expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { usernameSkeleton } from '../../contracts/username-skeleton.ts';
import { ANNA, BEN, byAdmin, HASH, judge, last, opened, own, walletOf } from './testing/account-acts.ts';
import type { Appended } from './testing/append-events.ts';

test('who has a wallet is named with no reservation of somebody else', async () => {
  const by = (userId: string) => ({ actor: { kind: 'user', wallet: walletOf(userId) } }) as const;
  const reserved = (stream: string, more: Partial<Appended>): Appended => ({
    ...{ stream, type: 'Reserved', data: { userId: ANNA } },
    ...more,
  });
  const before = opened(ANNA);
  for (const stream of ['username-anna', 'social-twitter-1', streamOf('email', HASH)]) {
    expect(await judge([...before, reserved(stream, by(ANNA))]), stream).toBeUndefined();
    const forged = [...before, reserved(stream, by(BEN))];
    expect(await judge(forged), stream).toEqual(last(forged, 'owners'));
    const byThem = [...before, byAdmin(reserved(stream, {}))];
    expect(await judge(byThem), stream).toEqual(last(byThem, 'owners'));
  }
  const [wallet, ofBen] = [
    streamOf('wallet', walletOf(ANNA)),
    [reserved(streamOf('wallet', walletOf(ANNA)), by(BEN))],
  ];
  expect(await judge([reserved(wallet, by(ANNA))])).toBeUndefined();
  expect(await judge(ofBen)).toEqual(last(ofBen, 'owners'));
});

test('a name rests on uses that were begun', async () => {
  const name = (more: object): Appended => own(ANNA, 'UsernameChanged', { username: 'anna', ...more });
  const use = (stream: string): Appended => ({ stream, type: 'Reserved', data: { userId: ANNA } });
  const before = [...opened(ANNA), use('username-anna'), use(`username-~${usernameSkeleton('anna')}`)];
  expect(await judge([...before, name({ use: 1, likenessUse: 1 })])).toBeUndefined();
  for (const more of [{ use: 2, likenessUse: 1 }, { use: 1, likenessUse: 2 }, { likenessUse: 1 }]) {
    const forged = [...before, name(more)];
    expect(await judge(forged)).toEqual(last(forged, 'owners'));
  }
});
