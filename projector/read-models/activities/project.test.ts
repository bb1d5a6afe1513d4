import { expect, test } from 'vitest';
import { ONE_EVO } from '../../../contracts/money.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { writtenRows } from '../../testing/written-rows.ts';
import { activities, activityType } from './project.ts';

test.each([
  ['social_task', 'twitter:retweet:17', 'twitter_retweet'],
  ['social_task', 'twitter:like', 'twitter_like'],
  ['social_task', 'twitter:follow', 'other'],
  ['social_task', 'youtube:retweet', 'other'],
  ['social_task', undefined, 'other'],
  ['social_task', 'twitter', 'other'],
  ['social_task', 'youtube:like', 'other'],
  ['admin', 'twitter:like', 'other'],
  ['referral', 'x', 'referral'],
  ['referral_commission', 'x', 'referral'],
  ['welcome', 'x', 'other'],
] as const)('%s %s is %s', (source, ref, type) => {
  expect(activityType({ source, ...(ref !== undefined && { ref }) })).toBe(type);
});

test('a grant is a row of its account, and nothing else is one', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  const about = { source: 'social_task', reason: 'Liked\0', ref: 'twitter:like' } as const;
  const granted = ledger.grant(userId, ONE_EVO / 2n, about);
  ledger.claim(userId, ONE_EVO / 2n);
  expect(await writtenRows(activities, ledger.events)).toEqual({
    activities: [
      {
        user_id: userId,
        commit: granted.position.commit,
        prepare: granted.position.prepare,
        event_id: granted.id,
        source: 'social_task',
        type: 'twitter_like',
        description: 'Liked\u{fffd}',
        reward: '0.5',
        created_at: '2026-01-01T00:00:00.000Z',
        grant_id: null,
      },
    ],
  });
});

test('a batch without a grant, or with one that gives back what was cleared, writes nothing', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  // It was an activity when it was granted.
  ledger.grant(userId, ONE_EVO, { source: 'admin', ref: 'undo:x' });
  expect(await writtenRows(activities, ledger.events)).toEqual({});
});
