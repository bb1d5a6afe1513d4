import { describe, expect, test } from 'vitest';
import { actRefusals, actStatement, actWords, sessionTexts } from './act-messages.ts';
import {
  activityTexts,
  adminAnswers,
  auditorTexts,
  chartTexts,
  clusterTexts,
  defaultReasons,
  historyTexts,
  limitText,
  musicTexts,
  progressText,
  setAsideTexts,
} from './admin-messages.ts';
import { adminToasts, massActDone } from './admin-toasts.ts';
import { erasureTexts } from './erasure-texts.ts';
import { parseEvo } from './money.ts';
import { raffleLimits } from './raffle-limits.ts';
import { letFailTexts } from './raffle-messages.ts';

const evo = (...amounts: string[]) => amounts.map(parseEvo);
const WALLET = '0xAbc';

describe('what a wallet signs', () => {
  test('names the act, whom it is for and how much', () => {
    expect(actWords.addAdmin(WALLET)).toBe('Add 0xAbc as an admin');
    expect(actWords.addAuditor(WALLET)).toBe('Add 0xAbc as an auditor');
    expect(actWords.reward(parseEvo('1234.5'), WALLET)).toBe('Send 1,234.5 EVO to 0xAbc');
    expect(actWords.approve(parseEvo('10'), WALLET)).toBe(
      'Approve a reward that another admin asks for: 10 EVO to 0xAbc',
    );
    expect(actWords.prize(3, 2, parseEvo('0.25'))).toBe('Pay place 2 of raffle 3: 0.25 EVO');
  });
  test('sums the prizes of a draw, one for all or one for each place', () => {
    expect(actWords.raffle(evo('5', '5', '5'))).toBe('Draw 3 winners of 5 EVO each, 15 EVO in all');
    expect(actWords.raffle(evo('5'))).toBe('Draw 1 winner of 5 EVO each, 5 EVO in all');
    expect(actWords.raffle(evo('5', '2.5'))).toBe(
      'Draw 2 winners with a prize for each place, 7.5 EVO in all',
    );
    expect(actWords.prizes(7, evo('5', '2.5'))).toBe('Pay the prizes of raffle 7: 7.5 EVO to 2 winners');
    expect(actWords.prizes(7, evo('5'))).toBe('Pay the prizes of raffle 7: 5 EVO to 1 winner');
  });
  test('says that nothing of the wallet is spent, and which request it is', () =>
    expect(actStatement('Reset all', 'ab12')).toBe(
      'Reset all. This request costs no gas and moves no funds of this wallet. Hash of the request: ab12',
    ));
  test('is named where it is missing', () =>
    expect(actRefusals.signatureNeeded('Reset all')).toBe('Your wallet has to sign this act: Reset all'));
});

test('counts have a plural and their thousands', () => {
  expect(sessionTexts.on('Firefox', 'Linux')).toBe('Firefox on Linux');
  expect(sessionTexts.ended(1)).toBe('1 session ended');
  expect(sessionTexts.ended(1200)).toBe('1,200 sessions ended');
  expect(auditorTexts.count(0)).toBe('0 auditors');
  expect(historyTexts.newer(1)).toBe('1 newer act');
  expect(clusterTexts.size(2)).toBe('2 accounts');
  expect(progressText(1_000, 1, 'account')).toBe('1,000 of 1 account');
  expect(progressText(0, 1, 'user')).toBe('0 of 1 user');
  expect(progressText(100, 1_200, 'user')).toBe('100 of 1,200 users');
  expect(limitText('10:42:37')).toBe('Too many requests for now: it goes on by itself at 10:42:37.');
  expect(chartTexts.newUsers(1)).toBe('1 new user');
  expect(chartTexts.newUsers(1_200)).toBe('1,200 new users');
  expect(clusterTexts.idleOf(1)).toBe('1 only claims');
  expect(clusterTexts.idleOf(1_000)).toBe('1,000 only claim');
  expect(clusterTexts.heldOf(1_000)).toBe('1,000 held');
});

describe('what an act did, and what a dry run of it would', () => {
  const said = (say: (would: boolean) => string) => [say(false), say(true)];
  test('on one account', () => {
    expect(said((would) => adminAnswers.rewardSent('5', 'anna', would))).toEqual([
      '5 EVO sent to anna',
      '5 EVO would go to anna',
    ]);
    expect(said((would) => adminAnswers.rewardApproved('5', 'anna', would))).toEqual([
      'Approved: 5 EVO sent to anna',
      '5 EVO would go to anna',
    ]);
    expect(adminAnswers.rewardUnpaid('5', 'anna', 'This account was removed')).toBe(
      'Approved, but 5 EVO to anna was not sent. This account was removed. It waits in the overview, to be tried again or dismissed.',
    );
    expect(adminAnswers.rewardDeclined('5', 'anna')).toBe('Declined: 5 EVO to anna is not sent');
    expect(said((would) => adminAnswers.balanceCleared('5', 'anna', would))).toEqual([
      '5 EVO of App Rewards taken from anna',
      '5 EVO of App Rewards would be taken from anna',
    ]);
    expect(said((would) => adminAnswers.userRemoved('anna', would))).toEqual([
      'anna was removed',
      'anna would be removed',
    ]);
    expect(said((would) => adminAnswers.rewardRevoked('5', 'anna', would))).toEqual([
      '5 EVO taken back from anna',
      '5 EVO would be taken back from anna',
    ]);
    expect(said((would) => adminAnswers.clearUndone('5', 'anna', would))).toEqual([
      '5 EVO given back to anna',
      '5 EVO would be given back to anna',
    ]);
    expect(said((would) => adminAnswers.userReinstated('anna', would))).toEqual([
      'anna can sign in again',
      'anna would be let in again',
    ]);
    expect(said((would) => adminAnswers.claimsHeldAgain('anna', would))).toEqual([
      'The claims of anna are held again',
      'The claims of anna would be held again',
    ]);
    expect(said((would) => adminAnswers.claimsReleased('anna', would))).toEqual([
      'The claims of anna are released',
      'The claims of anna would be released',
    ]);
  });
  test('where it needs a second admin, with the reason', () => {
    expect(said((would) => adminAnswers.rewardAsked('5', 'anna', 'reward', would))).toEqual([
      '5 EVO to anna waits for a second admin: it is above what one admin sends alone',
      '5 EVO to anna needs a second admin: it is above what one admin sends alone. Sending it asks for one.',
    ]);
    expect(adminAnswers.rewardAsked('5', 'anna', 'day', false)).toBe(
      '5 EVO to anna waits for a second admin: the limit of this day (UTC) is reached',
    );
  });
  test('with an equal reward of before: how long ago, by whom, and whether it had the same reason', () => {
    const [minute, hour] = [60_000, 3_600_000];
    const told = (age: number, state: 'sent' | 'waits' = 'sent', isSameReason = true) =>
      adminAnswers.rewardBefore('5', 'anna', { state, by: 'you', age, isSameReason });
    expect(told(3 * minute)).toBe(
      '5 EVO was already sent to anna 3 minutes ago by you, for the same reason. This one would come on top of it.',
    );
    expect(told(3 * minute, 'waits', false)).toBe(
      '5 EVO to anna already waits for a second admin: you asked for it 3 minutes ago, for another reason. This one would come on top of it.',
    );
    expect(adminAnswers.rewardSince('It came.')).toBe(
      'It came. You were not shown that, and nothing was done now.',
    );
    // The clock of the machine that sent it may be ahead of this one's.
    const ages = [-minute, 0, minute - 1, minute, hour - 1, hour, 24 * hour - 1, 24 * hour, 7 * 24 * hour];
    const ago = ages.map((age) => /anna (.*ago) by/.exec(told(age))?.[1]);
    expect(ago).toEqual([
      ...Array(3).fill('a moment ago'),
      ...['1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago', '1 day ago', '7 days ago'],
    ]);
  });
  test('on all accounts', () => {
    expect(said((would) => adminAnswers.massClear(2, '5', would))).toEqual([
      'The App Rewards of 2 accounts (5 EVO) are being cleared',
      '5 EVO of App Rewards would be taken from 2 accounts',
    ]);
    expect(said((would) => adminAnswers.massReset(1, '5', would))).toEqual([
      'The rewards of 1 account (5 EVO) are being set to zero',
      'The rewards of 1 account (5 EVO) would be set to zero',
    ]);
    expect(said((would) => adminAnswers.resetUndone(would))).toEqual([
      'Every account is getting back what the reset took',
      'Every account would get back what the reset took',
    ]);
    expect(adminAnswers.ofRemoved(1, '5')).toBe('and what 1 removed account has left (5 EVO)');
    expect(adminAnswers.ofRemoved(2, '5')).toBe('and what 2 removed accounts have left (5 EVO)');
    expect(massActDone('clear', 1, '5')).toMatchObject({
      description: 'The App Rewards of 1 account were cleared: 5.00 EVO',
    });
    expect(massActDone('reset', 1200, '5')).toMatchObject({
      description: 'The rewards of 1,200 accounts were set to zero: 5.00 EVO',
    });
    expect(massActDone('restore', 2, '0.001')).toEqual({
      title: 'Undone',
      description: '2 accounts got back what the reset took: 0.001 EVO',
    });
  });
  test('on those that were selected, with the first reasons of the failures', () => {
    expect(adminAnswers.usersRemoved(1, 0)).toBe('1 user removed');
    expect(adminAnswers.usersRemoved(2, 3)).toBe('2 users removed, 3 could not be removed');
    expect(adminAnswers.usersRemoved(0, 3, { reasons: ['a', 'a', 'b', 'c'], left: 4 })).toBe(
      '0 users removed, 3 could not be removed (a; b), 4 left as they are',
    );
    expect(adminAnswers.usersRemoved(2, 0, { left: 1 })).toBe('2 users removed, 1 left as it is');
    const act = { done: 2, failed: 0, why: undefined, pending: '5', would: false };
    expect(adminAnswers.claimsActed('hold', act)).toBe('The claims of 2 accounts (5 EVO pending) are held');
    expect(adminAnswers.claimsActed('release', { ...act, would: true })).toBe(
      'The claims of 2 accounts (5 EVO pending) would be released',
    );
    expect(adminAnswers.claimsActed('hold', { ...act, failed: 1 })).toBe(
      'The claims of 2 accounts (5 EVO pending) are held; 1 account left as it is',
    );
    expect(adminAnswers.claimsActed('hold', { ...act, failed: 2, why: 'gone' })).toBe(
      'The claims of 2 accounts (5 EVO pending) are held; 2 accounts left as they are: gone',
    );
  });
  test('on admins and auditors', () => {
    expect(adminAnswers.adminAdded(WALLET)).toBe('0xAbc is an admin now');
    expect(adminAnswers.adminRemoved(WALLET)).toBe(
      '0xAbc is no longer an admin, and its sessions have ended',
    );
    expect(adminAnswers.auditorAdded(WALLET)).toBe('0xAbc is an auditor now');
    expect(adminAnswers.auditorRemoved(WALLET)).toBe(
      '0xAbc is no longer an auditor, and its sessions have ended',
    );
  });
});

test('the words of clusters', () => {
  expect(clusterTexts.heldBecause('a farm')).toBe('held: a farm');
  expect(clusterTexts.network('10.0.0')).toBe('Network 10.0.0…');
  expect(clusterTexts.minute('12:30')).toBe('Opened at 12:30 UTC');
  expect(clusterTexts.referrer('anna')).toBe('Referred by anna');
  expect(clusterTexts.idle('2026-01-05')).toBe('Opened on 2026-01-05, idle');
  expect(clusterTexts.bonuses('5', null)).toBe('5 EVO of welcome bonuses today');
  expect(clusterTexts.bonuses('5', '10')).toBe('5 of 10 EVO of welcome bonuses today');
  expect(clusterTexts.waiting(1)).toBe('1 account waits for its welcome bonus');
  expect(clusterTexts.waiting(1200)).toBe('1,200 accounts wait for their welcome bonus');
  expect(clusterTexts.asks('identity')).toBe('Claims need a proven identity');
  expect(clusterTexts.asks('nothing')).toBe('Claims need no proven identity');
  expect(clusterTexts.aNetwork(null)).toBe('New accounts of a network are not limited');
  expect(clusterTexts.aNetwork(1)).toBe('At most 1 new account of a network an hour');
});

test('what waits to be handled', () => {
  expect(setAsideTexts.notice(1, 0)).toBe('1 event could not be handled');
  expect(setAsideTexts.notice(0, 2)).toBe('2 events will be tried again');
  expect(setAsideTexts.notice(2, 1)).toBe('2 events could not be handled, 1 event will be tried again');
  expect(setAsideTexts.notice(0, 0)).toBe('');
});

test('the words of music', () => {
  expect(musicTexts.notTaken('a.mp3', 'The file is empty')).toBe('a.mp3: The file is empty');
  expect(musicTexts.tooLarge(2_500_000)).toBe('The file is too large: at most 2.5 MB');
  expect(musicTexts.tooMany(100)).toBe('There are 100 tracks already. Remove one first.');
  expect(musicTexts.added('Song')).toBe('Song is in the playlist');
  expect(musicTexts.addedMany(2)).toBe('2 tracks are in the playlist');
  expect(musicTexts.notUploaded(2)).toBe('2 files could not be uploaded. The list says why.');
  expect(musicTexts.removed('Song')).toBe('Song was removed');
});

test('an undo names its reason, in 200 characters', () => {
  expect(defaultReasons.undo(null)).toBe('Undo');
  expect(defaultReasons.undo('a mistake')).toBe('Undo: a mistake');
  expect(defaultReasons.undo('x'.repeat(300))).toBe(`Undo: ${'x'.repeat(194)}`);
  // Half a character has no hash: an act with such a reason could not be undone.
  expect(defaultReasons.undo(`${'x'.repeat(193)}😀😀`)).toBe(`Undo: ${'x'.repeat(193)}`);
  expect(defaultReasons.undo(`${'x'.repeat(192)}😀😀`)).toBe(`Undo: ${'x'.repeat(192)}😀`);
});

test('the lines of the history', () => {
  expect([
    activityTexts.adminAdded(WALLET),
    activityTexts.adminRemoved(WALLET),
    activityTexts.auditorAdded(WALLET),
    activityTexts.auditorRemoved(WALLET),
    activityTexts.rewardSent('5', 'anna'),
    activityTexts.rewardRequested('5', 'anna'),
    activityTexts.rewardApproved('5', 'anna'),
    activityTexts.rewardDeclined('5', 'anna'),
    activityTexts.prizeSent('5', 'anna'),
    activityTexts.raffleRun(3, 1, '5'),
    activityTexts.raffleFailed(3),
    activityTexts.userRemoved('anna'),
    activityTexts.personalDataErased('anna'),
    activityTexts.balanceCleared('5', 'anna'),
    activityTexts.claimsHeld('anna'),
    activityTexts.claimsReleased('anna'),
    activityTexts.allCleared(),
    activityTexts.resetAll(),
    activityTexts.exported('wallets', 2),
    activityTexts.denied('remove-user'),
    activityTexts.deniedMore(3, 1),
    activityTexts.musicAdded('Song', 'Band'),
    activityTexts.musicRemoved('Song', 'Band'),
    activityTexts.rewardRevoked('5', 'anna'),
    activityTexts.clearUndone('5', 'anna'),
    activityTexts.userReinstated('anna'),
    activityTexts.resetUndone(),
  ]).toEqual([
    'Added admin 0xAbc',
    'Removed admin 0xAbc',
    'Added auditor 0xAbc',
    'Removed auditor 0xAbc',
    'Sent 5 EVO to anna',
    'Asked to send 5 EVO to anna',
    'Approved 5 EVO to anna',
    'Declined 5 EVO to anna',
    'Sent a raffle prize of 5 EVO to anna',
    'Ran raffle 3: 1 winner, 5 EVO',
    'Began raffle 3, which failed before its draw',
    'Removed user anna',
    'Erased the personal data of anna',
    'Cleared 5 EVO of anna',
    'Held the claims of anna',
    'Released the claims of anna',
    'Cleared all App Rewards',
    'Reset all user rewards',
    'Exported wallets (2 rows)',
    'Was refused: remove-user',
    '3 more refusals of 1 wallet, too many to note each',
    'Added the track Song by Band',
    'Removed the track Song by Band',
    'Undo: took 5 EVO back from anna',
    'Undo: gave 5 EVO back to anna',
    'Undo: let anna in again',
    'Undo: gave back what a reset took',
  ]);
});

test('a failure of the panel is a title and what the server said', () => {
  const { undoFailed, selectionFailed, decisionFailed, addAuditorFailed } = adminToasts;
  const { removeAuditorFailed, removeTrackFailed, decided, rewardAsked } = adminToasts;
  const { rewardDoneBefore, rewardUnpaid } = adminToasts;
  const said = [undoFailed, selectionFailed, decisionFailed, addAuditorFailed, removeAuditorFailed];
  const others = [removeTrackFailed, decided, rewardAsked, rewardDoneBefore, rewardUnpaid];
  expect([...said, ...others].map((toast) => toast('why'))).toEqual([
    { title: 'Undo Failed', description: 'why' },
    { title: 'Selection Failed', description: 'why' },
    { title: 'Not Decided', description: 'why' },
    { title: 'Failed to Add Auditor', description: 'why' },
    { title: 'Failed to Remove Auditor', description: 'why' },
    { title: 'Failed to Remove Track', description: 'why' },
    { title: 'Decided', description: 'why' },
    { title: 'Second Admin Needed', description: 'why' },
    { title: 'Done Before', description: 'why' },
    { title: 'Approved, Not Sent', description: 'why' },
  ]);
});

test('draws that we did not take to their end are counted apart', () => {
  expect(letFailTexts.counts(3, 2, 1)).toBe(
    '3 drawn. 2 failed before their draw. 1 let fail by us once everybody could compute the winners.',
  );
  expect(letFailTexts.counts(1, 1, 0)).toContain(' 1 failed before its draw. ');
  expect(raffleLimits.frozenInTime('12:00', '12:05')).toContain(
    'frozen at 12:00, as the event says, and not after 12:05',
  );
});

test('an erasure names what it finds of a person', () => {
  const nothing = { hasEmail: false, handles: [], username: null } as const;
  expect(erasureTexts.would(nothing)).toBe('This will erase nothing by which a person is known.');
  expect(erasureTexts.would({ ...nothing, hasEmail: true })).toBe('This will erase the email address.');
  expect(erasureTexts.erased({ hasEmail: true, handles: ['twitter', 'youtube'], username: 'anna' })).toBe(
    'Erased: the email address, the name on X, the name on YouTube, the name anna.',
  );
  expect(erasureTexts.introOfAdmin('anna')).toMatch(
    /^The email address, .* the name of anna are made unreadable/,
  );
  expect(erasureTexts.wordsOfAdmin('17')).toBe('Erase the personal data of account 17 for ever');
});
