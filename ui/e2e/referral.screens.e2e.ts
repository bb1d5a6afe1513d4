import type { Page } from 'playwright-core';
import { generatePrivateKey } from 'viem/accounts';
import { expect, test } from 'vitest';
import { errorToasts, successToasts } from '../../contracts/toasts.ts';
import { openPage } from './browser.ts';
import { served } from './served.ts';
import { connectTestWallet, expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';
import { installTestWallet } from './test-wallet.ts';

const stage = setStage();

const card = (page: Page) => page.getByRole('region', { name: 'Referral Program' });
const statistic = (page: Page, name: string) =>
  card(page).locator('dl > div').filter({ hasText: name }).locator('dd');

async function linkOf(page: Page): Promise<string> {
  return (await card(page).locator('[title*="/ref/"]').getAttribute('title')) ?? '';
}

test('a friend who comes by the link is counted, and pays both once', async () => {
  const { page } = await openAsNewUser(stage);
  await card(page).getByText('Bronze').waitFor();
  await card(page).getByText('10 more for Silver').waitFor();
  const link = await linkOf(page);
  expect(link).toMatch(/^http:\/\/localhost:\d+\/ref\/[0-9a-f-]{36}$/);

  const friend = await openPage(stage.browser, stage.app.url);
  await installTestWallet(friend.context, { privateKey: generatePrivateKey() });
  await friend.page.goto(new URL(link).pathname);
  await friend.page.waitForURL('**/evo-rewards');
  await friend.page.getByText('A friend invited you: 100 EVO more').waitFor();
  const stored = () => friend.page.evaluate(() => localStorage.getItem('referrerId'));
  expect(await stored()).toBe(link.slice(-36));
  const [sent] = await Promise.all([
    friend.page.waitForRequest('**/api/wallet/connect'),
    connectTestWallet(friend.page),
  ]);
  expect(sent.postDataJSON()).toMatchObject({ referrerId: link.slice(-36) });
  expect(await stored()).toBeNull();

  await friend.page.getByLabel('X handle').fill(`friend_${Date.now() % 1_000_000}`);
  await friend.page.getByRole('button', { name: 'Connect X' }).click();
  await expectNotice(friend.page, successToasts.socialConnected.title);

  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        await page.waitForLoadState('networkidle');
        return [
          await statistic(page, 'Joined').textContent(),
          await statistic(page, 'Successful').textContent(),
          await statistic(page, 'EVO earned').locator('[data-amount]').getAttribute('data-amount'),
        ];
      },
      // 200 for the friend, 50 for the week and 10 % of the friend's 50.
      { interval: 500 },
    )
    .toEqual(['1', '1', '255']);
});

test('the link is shared where there is a share sheet, and copied where there is none', async () => {
  const { page } = await openAsNewUser(stage, {
    prepare: (page) =>
      page.addInitScript(() => {
        const shared: unknown[] = [];
        Object.assign(window, { shared, copied: [] as string[] });
        Object.defineProperty(navigator, 'share', {
          configurable: true,
          value: async (data: unknown) => void shared.push(data),
        });
        Object.defineProperty(navigator, 'clipboard', {
          configurable: true,
          value: {
            writeText: async (text: string) => void (Reflect.get(window, 'copied') as string[]).push(text),
          },
        });
      }),
  });
  const share = card(page).getByRole('button', { name: 'Share' });
  const link = await linkOf(page);
  await share.click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
    .toEqual([{ title: 'EvoRewards', url: link }]);

  await page.evaluate(() => Reflect.deleteProperty(navigator, 'share'));
  await share.click();
  await expectNotice(page, successToasts.linkCopied.title);
  expect(await page.evaluate(() => Reflect.get(window, 'copied'))).toEqual([link]);

  await page.evaluate(() =>
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('denied')) }),
  );
  await card(page).getByRole('button', { name: 'Copy referral link' }).click();
  await expectNotice(page, errorToasts.copyFailed.title, errorToasts.copyFailed.description);
});

test('a link that names nobody is not remembered, and the page opens all the same', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/ref/not-a-user-id');
  await page.waitForURL('**/evo-rewards');
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('referrerId'))).toBeNull();
});

test('millions that friends have brought stand on one line, also on a phone', async () => {
  const { page } = await openAsNewUser(stage, {
    width: 360,
    prepare: (page) =>
      page.route('**/api/referrals', async (route) => {
        const response = await served(route);
        const brought = { total: 12_345, successful: 1_234, active: 321, earned: '2450123.125' };
        await route.fulfill({ response, json: { ...(await response.json()), ...brought } });
      }),
  });
  const earned = statistic(page, 'EVO earned').locator('[data-amount] > [aria-hidden]').first();
  expect(await earned.textContent()).toBe('2,450,123.12');
  const lines = await earned.evaluate(
    (one) => new Set([...one.getClientRects()].map(({ bottom }) => Math.round(bottom))).size,
  );
  expect(lines).toBe(1);
});
