import { expect, test } from 'vitest';
import type { AdminAct } from '../../../projector/read-models/admin-acts/queries.ts';
import { presentAdminAct } from './admin-activity.ts';

const denied: AdminAct = {
  eventId: '00000000-0000-4000-8000-000000000001',
  position: { commit: 1n, prepare: 1n },
  type: 'access_denied',
  wallet: null,
  createdAt: new Date('2026-03-01T10:00:00Z'),
  actKey: 'event/1',
  undoes: null,
  user: null,
  subject: null,
  track: null,
  amount: null,
  reason: null,
  count: null,
  number: null,
  completed: null,
  undone: false,
  undoable: false,
};

test('refusals that were not noted one by one are told with their number and the wallets refused most', () => {
  const reason = `0x${'1'.repeat(40)}: 117`;
  expect(presentAdminAct({ ...denied, count: 120, number: 3, reason })).toMatchObject({
    action_type: 'access_denied',
    description: '120 more refusals of 3 wallets, too many to note each',
    details: { count: 120, number: 3, reason },
  });
});

test('a refusal that was noted names what was asked for', () => {
  expect(presentAdminAct({ ...denied, subject: 'GET /api/admin/users' }).description).toBe(
    'Was refused: GET /api/admin/users',
  );
});
