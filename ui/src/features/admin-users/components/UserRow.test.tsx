import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { auditorTexts } from '../../../../../contracts/admin-messages.ts';
import type { AdminUser } from '../../../../../contracts/api/admin-users.ts';
import { UserRow } from './UserRow.tsx';

const user: AdminUser = {
  id: '00000000-0000-4000-8000-000000000001',
  username: 'anna',
  email: 'anna@example.com',
  walletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  isEmailVerified: true,
  emailMarketingOptIn: true,
  pendingRewards: '1234.567890129',
  totalRewards: '2000',
  claimedRewards: '765.432109871',
  level: 21,
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** The cells of a row, each as it is read on a screen with room for all columns. */
function cells(more: Partial<AdminUser>, mayAct = true): readonly string[] {
  const row = (
    <UserRow
      user={{ ...user, ...more }}
      index={0}
      mayAct={mayAct}
      selected={false}
      onToggle={() => undefined}
      onAct={() => undefined}
    />
  );
  return renderToStaticMarkup(row)
    .split('</td>')
    .map((cell) =>
      cell
        .replaceAll(
          /<span aria-hidden="true" class="w-24[^>]*>[^<]*<\/span>|<span class="sr-only">[^<]*<\/span>/g,
          '',
        )
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/ +/g, ' ')
        .trim(),
    );
}

test('a row has username, email, wallet as 6 and 4, App Rewards with eight decimals, and both badges', () => {
  expect(cells({}).slice(1, 6)).toEqual([
    'anna',
    'anna@example.com',
    '0x7099…79C8',
    '1,234 .56789012 EVO',
    'Verified Marketing',
  ]);
});

test('N/A stands for no email and no wallet; who is not verified, or wants no news, has no badge of it', () => {
  const none = { email: null, walletAddress: null };
  expect(cells({ ...none, isEmailVerified: false }).slice(2)).toEqual([
    'N/A',
    'N/A',
    '1,234 .56789012 EVO',
    'Marketing',
    '',
    '',
  ]);
  expect(cells({ emailMarketingOptIn: false })[5]).toBe('Verified');
  expect(cells({ isEmailVerified: false, emailMarketingOptIn: false })[5]).toBe('—');
});

test('an auditor sees no address, whether there is one or not', () => {
  expect([cells({}, false)[2], cells({ email: null }, false)[2]]).toEqual([
    auditorTexts.hidden,
    auditorTexts.hidden,
  ]);
});
