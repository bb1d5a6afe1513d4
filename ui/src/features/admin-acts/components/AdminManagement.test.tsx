import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AdminRecord } from '../../../../../contracts/api/admin.ts';
import type { AdminRights } from '../../../lib/admin/admin-rights.ts';

// The page's own wallet looks for those of a browser; here there is none.
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { queryClient } = await import('../../../lib/api/api.ts');
const { adminWalletsQuery } = await import('../../../lib/admin/admin-queries.ts');
const { AdminManagement } = await import('./AdminManagement.tsx');

const ROOT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ADDED = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const record = (wallet: string, more: Partial<AdminRecord>): AdminRecord => ({
  id: wallet,
  wallet_address: wallet,
  added_by: null,
  is_active: true,
  isOriginal: false,
  ...more,
});

beforeAll(() => {
  queryClient.setQueryData(adminWalletsQuery.queryKey, {
    admins: [record(ROOT, { isOriginal: true }), record(ADDED, { username: 'anna', added_by: ROOT })],
  });
});
afterAll(() => {
  queryClient.clear();
  vi.resetModules();
});

const drawn = (rights: AdminRights): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <AdminManagement rights={rights} />
    </QueryClientProvider>,
  );

test('each admin stands with name and wallet as 6 and 4, who added whom, and how many there are', () => {
  const text = drawn('admin')
    .replaceAll(/<span role="status"[^>]*><\/span>/g, '')
    .replaceAll(/(<[^>]*>)+/g, '|');
  expect(text).toContain('|Current admins|2 admins|');
  expect(text).toMatch(/\|0x7099…79C8\|Added by System\|Super Admin\|/);
  expect(text).toMatch(/\|anna\|0x3C44…93BC\|Added by \|0x7099…79C8\|/);
  expect(text.match(/Super Admin/g)).toHaveLength(1);
});

test.each([
  ['superAdmin', ['anna'], 1],
  ['admin', [], 1],
  ['auditor', [], 0],
] as const)('as %s: %j can be removed', (rights, removable, forms) => {
  const markup = drawn(rights);
  expect([...markup.matchAll(/aria-label="Remove admin ([^"]*)"/g)].map(([, name]) => name)).toEqual(
    removable,
  );
  expect(markup.match(/Add New Admin Wallet/g) ?? []).toHaveLength(forms);
});
