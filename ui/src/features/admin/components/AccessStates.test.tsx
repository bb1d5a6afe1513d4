import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { AccessDenied, CheckingAccess } from './AccessStates.tsx';

// The page's own wallet looks for those of a browser; here there is none.
vi.mock('../../../lib/wallet/use-wallet.ts', () => ({ useWallet: () => ({ attempt: null }) }));

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const denied = (wallet: string | undefined, fault?: string): string =>
  renderToStaticMarkup(
    <AccessDenied
      wallet={wallet}
      fault={fault}
      onRetry={() => undefined}
      onDisconnect={() => undefined}
      disconnecting={false}
    />,
  ).replaceAll(/(<[^>]*>)+/g, '|');

test('while the access is checked the panel says so', () => {
  expect(renderToStaticMarkup(<CheckingAccess />)).toContain('Checking admin access...');
});

test('who is no admin sees which wallet is connected, and is asked to connect one of an admin', () => {
  const text = denied(WALLET);
  expect(text).toContain('|Access Denied|You don&#x27;t have admin access|');
  expect(text).toContain('|Connected wallet: |0x7099…79C8|');
  expect(text).toContain('Please connect an admin wallet');
  expect(text).toContain('|Disconnect|');
});

test('a check that failed says why, and asks nobody for another wallet; without one there is none to disconnect', () => {
  const text = denied(undefined, 'the server is away');
  expect(text).toContain('Your rights could not be checked: the server is away');
  expect(text).not.toContain('Please connect an admin wallet');
  expect(text).not.toContain('Connected wallet');
  expect(text).not.toContain('|Disconnect|');
});
