import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { TestLedger } from '../../testing/test-ledger.ts';
import { writtenRows } from '../../testing/written-rows.ts';
import { rewardRequests } from './project.ts';

const [sender, second] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
const requests = [randomUUID(), randomUUID(), randomUUID()] as const;
const userId = randomUUID();
const time = '2026-01-01T00:00:00.000Z';
const about = { userId, amount: '50000', reason: 'Great\0work' };
const expiresAt = '2026-01-08T00:00:00.000Z';

/** One that is approved, one that is declined, and one that waits. */
function history(): TestLedger {
  const ledger = new TestLedger();
  for (const id of requests) {
    ledger.append(`reward-request-${id}`, {
      type: 'RewardRequested',
      data: { ...about, above: 'reward', requestedBy: sender, namedBySuperAdmin: sender, expiresAt },
    });
  }
  ledger.append(`reward-request-${requests[0]}`, {
    type: 'RewardApproved',
    data: { userId, amount: '50000', approvedBy: second },
  });
  ledger.append(`reward-request-${requests[1]}`, {
    type: 'RewardDeclined',
    data: { userId, amount: '50000', reason: 'Too\0much', declinedBy: second },
  });
  return ledger;
}

test('a request waits from its event on, and an admin decides it', async () => {
  const { events } = history();
  expect(await writtenRows(rewardRequests, events)).toEqual({
    reward_requests: [
      ...requests.map((request_id, at) => ({
        request_id,
        ...events[at]?.position,
        user_id: userId,
        amount: '50000',
        reason: 'Great\u{fffd}work',
        above: 'reward',
        requested_by: sender,
        requested_at: time,
        expires_at: expiresAt,
        state: 'open',
      })),
      {
        request_id: requests[0],
        state: 'approved',
        decided_by: second,
        decided_at: time,
        declined_for: null,
      },
      {
        request_id: requests[1],
        state: 'declined',
        decided_by: second,
        decided_at: time,
        declined_for: 'Too\u{fffd}much',
      },
    ],
  });
});

test('a batch without a request and a decision writes nothing', async () => {
  const ledger = new TestLedger();
  ledger.open();
  ledger.append('admins', { type: 'AdminAdded', data: { wallet: sender, addedBy: second } });
  expect(await writtenRows(rewardRequests, ledger.events)).toEqual({});
});
