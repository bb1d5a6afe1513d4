import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { privateKeyToAccount } from 'viem/accounts';
import { isHex } from 'viem/utils';
import { createTestClient, done, type TestClient } from '../../api/testing/client.ts';
import { crowdOf } from '../../api/testing/crowd.ts';
import { newAddress, signUp, verify } from '../../api/testing/email-calls.ts';
import { mailedToken } from '../../api/testing/mailbox.ts';
import type { TestApp } from '../../api/testing/start-app.ts';
import type { PageLook } from './browser.ts';
import { openSignedIn, type Returned } from './sign-in.ts';
import type { Stage } from './stage.ts';

type AdminPage = PageLook & {
  readonly path?: string;
  /** What to put in front of the server before the page opens. */
  readonly prepare?: (page: Page) => Promise<unknown>;
};

/** The panel of the super admin, signed in, at its users. */
export async function openAsSuperAdmin(
  stage: Stage,
  { path = '/admin?tab=users', ...more }: AdminPage = {},
): Promise<Returned> {
  const keys: unknown = JSON.parse(await readFile(join(stage.app.dataDir, 'demo-wallets.json'), 'utf8'));
  const privateKey = Reflect.get(Object(keys), 'admin');
  if (!isHex(privateKey)) throw new Error('there is no key of the Demo admin');
  const { address } = privateKeyToAccount(privateKey);
  const storage = { isAdmin: 'true', adminWallet: address };
  return openSignedIn(stage, privateKey, { path, storage, ...more });
}

export const openTab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();

export const usersTable = (page: Page): Locator => page.getByRole('table', { name: 'Users' });

/** The parts of the panel by their addresses, the users last, and what is there once each is drawn. */
export const panelParts = (page: Page): readonly (readonly [path: string, drawn: Locator])[] => [
  ['/admin', page.getByText('Total Users')],
  ['/admin?tab=rewards', page.getByLabel('Reason')],
  ['/admin?tab=raffle', page.getByText(/eligible/).first()],
  ['/admin?tab=acts', page.getByText('Added by').first()],
  ['/admin?tab=music', page.getByText('Known tracks')],
  ['/admin?tab=activity', page.getByRole('button', { name: 'Export CSV' })],
  ['/admin?tab=users', usersTable(page)],
];

export const rowOf = (page: Page, wallet: string): Locator =>
  usersTable(page)
    .getByRole('row')
    .filter({ has: page.getByTitle(wallet, { exact: true }) });

export const searchUsers = (page: Page, text: string): Promise<void> =>
  page.getByLabel('Search users').fill(text);

/** Users with a wallet and a verified email address. */
export const verifiedUsers = (app: TestApp, count: number): Promise<TestClient[]> =>
  crowdOf(count, async () => {
    const client = createTestClient(app.url);
    await done(client.connect());
    const address = newAddress();
    await done(signUp(client, address));
    await done(verify(client, await mailedToken(client, address)));
    return client;
  });
