import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AdminUser } from '../../../../../contracts/api/admin-users.ts';
import { UserPicker } from './UserPicker.tsx';

const anna: AdminUser = {
  id: '00000000-0000-4000-8000-000000000001',
  username: 'anna',
  email: null,
  walletAddress: null,
  isEmailVerified: false,
  emailMarketingOptIn: false,
  pendingRewards: '1234.567890129',
  totalRewards: '1234.567890129',
  claimedRewards: '0',
  level: 13,
  createdAt: '2026-01-01T00:00:00.000Z',
};

test('the chosen user is shown with the pending balance in eight decimals, and a way to choose another', () => {
  const text = renderToStaticMarkup(
    <UserPicker selected={anna} onSelect={() => undefined} onClear={() => undefined} />,
  ).replaceAll(/(<[^>]*>)+/g, '|');
  expect(text).toContain('|anna|Pending balance |1,234|.56789012|EVO|');
  expect(text).toContain('|Clear|');
});
