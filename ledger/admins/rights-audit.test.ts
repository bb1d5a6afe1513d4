import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Actor, EventMetadata, Right } from '../../contracts/events/event.ts';
import type { StoredEvent } from '../envelope.ts';
import { rightsFaults } from './rights-audit.ts';

const [root, anna, ben] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string];

/** A ledger of one line an event: who did what, by which right. */
type Line = readonly [type: string, wallet: string, whom?: string | undefined, right?: Right];
function ledgerOf(lines: readonly Line[]): StoredEvent[] {
  const revisions = new Map<string, bigint>();
  return lines.map(([type, wallet, whom = '', right], at) => {
    const stream = /^(Admin|Auditor)/.test(type) ? 'admins' : 'account-1';
    const revision = revisions.get(stream) ?? 0n;
    revisions.set(stream, revision + 1n);
    const metadata: EventMetadata = {
      schemaVersion: 1,
      commandId: randomUUID(),
      inputHash: '0'.repeat(64),
      actor: { kind: 'admin', wallet },
      occurredAt: '2026-01-05T10:00:00.000Z',
      prevHash: null,
      correlationId: randomUUID(),
      ...(right && { right }),
    };
    const data = type.endsWith('Added')
      ? { wallet: whom, addedBy: wallet }
      : { wallet: whom, removedBy: wallet };
    const position = { commit: BigInt(at), prepare: BigInt(at) };
    return { id: randomUUID(), type, stream, revision, position, data, metadata };
  });
}
const asRoot: Right = { role: 'superAdmin' };
const as = (adminsRevision: number): Right => ({ role: 'admin', adminsRevision });
const reasonsOf = (...lines: readonly Line[]) =>
  rightsFaults(ledgerOf(lines), root).map(({ reason }) => reason);

test('acts by a right that stood are found to be sound', () => {
  expect(
    reasonsOf(
      ['AdminAdded', root, anna, asRoot],
      ['BalanceCleared', anna, undefined, as(0)],
      ['AdminAdded', anna, ben, as(0)],
      ['BalanceCleared', ben.toUpperCase().replace('0X', '0x'), undefined, as(1)],
      ['AdminRemoved', root, ben, asRoot],
      ['BalanceCleared', anna, undefined, as(2)],
      ['BalanceCleared', root],
    ),
  ).toEqual([]);
});

test('an act after the removal is found, also one that names a revision at which the right stood', () => {
  const late = [
    ['AdminAdded', root, anna, asRoot],
    ['AdminRemoved', root, anna, asRoot],
  ] as const;
  expect(reasonsOf(...late, ['BalanceCleared', anna, undefined, as(0)])).toEqual([
    `${anna} was no admin any more`,
  ]);
  expect(reasonsOf(...late, ['BalanceCleared', anna])).toEqual([`${anna} was no admin any more`]);
});

test('an act of who was let in again is found where it names a revision of before', () => {
  const back = [
    ['AdminAdded', root, anna, asRoot],
    ['AdminRemoved', root, anna, asRoot],
    ['AdminAdded', root, anna, asRoot],
  ] as const;
  expect(reasonsOf(...back, ['BalanceCleared', anna, undefined, as(2)])).toEqual([]);
  expect(reasonsOf(...back, ['BalanceCleared', anna, undefined, as(0)])).toEqual([
    `${anna} was no admin any more`,
  ]);
});

test('an act by a right that never stood is found', () => {
  expect(reasonsOf(['AdminAdded', root, anna, asRoot], ['BalanceCleared', ben, undefined, as(0)])).toEqual([
    `${ben} was no admin at revision 0`,
  ]);
  expect(reasonsOf(['BalanceCleared', anna, undefined, as(7)])).toEqual([
    `${anna} was no admin at revision 7`,
  ]);
  expect(reasonsOf(['BalanceCleared', anna, undefined, asRoot])).toEqual([`${anna} is not the super admin`]);
});

test('what auditors do, and who but the super admin names them, is found', () => {
  expect(
    reasonsOf(
      ['AdminAdded', root, anna, asRoot],
      ['AuditorAdded', root, ben, asRoot],
      ['BalanceCleared', anna, undefined, as(0)],
      ['AuditorRemoved', root, ben, asRoot],
      ['BalanceCleared', anna, undefined, as(2)],
    ),
  ).toEqual([]);
  expect(reasonsOf(['AuditorAdded', root, ben, asRoot], ['BalanceCleared', ben, undefined, as(0)])).toEqual([
    `${ben} was no admin at revision 0`,
  ]);
  expect(reasonsOf(['AuditorAdded', root, ben, asRoot], ['BalanceCleared', ben])).toEqual([
    `${ben} was no admin any more`,
  ]);
  const byAnAdmin = `${anna} is not the super admin`;
  expect(
    reasonsOf(
      ['AdminAdded', root, anna, asRoot],
      ['AuditorAdded', anna, ben, as(0)],
      ['AuditorRemoved', anna, ben],
      ['AdminRemoved', anna, anna, as(0)],
    ),
  ).toEqual([byAnAdmin, byAnAdmin, byAnAdmin]);
});

test('what stands in another stream gives nobody a right, and a revision that was taken takes none', () => {
  const events = ledgerOf([
    ['AdminAdded', root, anna, asRoot],
    ['BalanceCleared', ben, undefined, as(0)],
    ['BalanceCleared', anna, undefined, as(1)],
  ]);
  const [added, byBen, byAnna] = events;
  if (!added || !byBen || !byAnna) throw new Error('three events were written');
  const elsewhere = { ...added, stream: 'account-1', data: { wallet: ben, addedBy: root } };
  const system = { ...added.metadata, actor: { kind: 'system' as const } };
  const taken = { ...added, type: 'RevisionTaken', revision: 1n, data: {}, metadata: system };
  expect(rightsFaults([added, elsewhere, byBen], root).map(({ event }) => event)).toEqual([byBen]);
  expect(rightsFaults([added, taken, byAnna], root)).toEqual([]);
});

test('an act of an admin that names no wallet is nobody’s', () => {
  const [act] = ledgerOf([['BalanceCleared', anna]]);
  if (!act) throw new Error('one event was written');
  const nameless = { ...act, metadata: { ...act.metadata, actor: { kind: 'admin' as const } } };
  expect(rightsFaults([nameless], root).map(({ event, reason }) => [event, reason])).toEqual([
    [nameless, ' was no admin any more'],
  ]);
});

test('what only admins do is found where somebody else has done it', () => {
  const [act] = ledgerOf([['BalanceCleared', anna]]);
  if (!act) throw new Error('one event was written');
  const by = (kind: Actor['kind'], type: string, data: object = {}) => ({
    ...{ ...act, type, data, metadata: { ...act.metadata, actor: { kind, wallet: root } } },
  });
  const theirs = [
    by('user', 'AdminAdded', { wallet: anna, addedBy: anna }),
    by('system', 'AuditorRemoved', { wallet: anna, removedBy: anna }),
    by('system', 'MassResetRequested'),
    by('user', 'RewardReserved'),
    by('system', 'RewardApproved'),
    by('user', 'RewardRevoked'),
    by('user', 'ClaimsHeld'),
    by('system', 'ClaimsReleased'),
    by('user', 'RaffleCommitted'),
    by('user', 'PrizeForgone'),
    by('user', 'AccountReinstated'),
    by('user', 'BalanceCleared'),
    by('user', 'MusicTrackAdded'),
    by('user', 'MusicTrackRemoved'),
    by('user', 'DataExported'),
    by('system', 'DataExported'),
    by('user', 'AccountRemoved', { reason: 'Bye' }),
    by('system', 'AccountRemoved', { reason: 'Bye' }),
    by('user', 'RewardGranted', { source: 'admin' }),
    by('system', 'RewardGranted', { source: 'raffle' }),
  ];
  expect(rightsFaults(theirs, root).map(({ event }) => event)).toEqual(theirs);
  expect(rightsFaults(theirs, root)[0]?.reason).toBe('it is of no admin, but of a user');
  const own = [
    by('user', 'AccountOpened', { source: 'email' }),
    by('user', 'RewardGranted', { source: 'streak' }),
    by('user', 'AccountRemoved', { reason: 'merged' }),
    by('system', 'RewardGranted', { source: 'admin' }),
    by('system', 'BalanceCleared'),
    by('system', 'MusicTrackAdded'),
    by('system', 'RevisionTaken'),
  ];
  expect(rightsFaults(own, root)).toEqual([]);
});
