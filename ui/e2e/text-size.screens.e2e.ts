import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAsSuperAdmin, panelParts, rowOf, usersTable, verifiedUsers } from './admin-stage.ts';
import { expectAlarm } from './layout-shift.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** Half as large again on a phone, twice as large on a screen: https://www.w3.org/TR/WCAG22/#resize-text. */
const SIZES = [
  [24, 360],
  [32, 768],
  [32, 1440],
] as const;

test.each(SIZES)('with text of %i px a page of %i px shows all of it', async (px, width) => {
  const { page, faults } = await openAsNewUser(stage, { width, prepare: chooseTextSize(px) });
  for (const [path, drawn] of [
    ['/evo-rewards', page.getByRole('region', { name: 'Profile Settings' })],
    ['/', page.getByRole('heading', { name: 'Community reach' })],
    ['/raffle', page.getByText('No raffle has been started yet.')],
    ['/raffle/proofs', page.getByText('hmac-sha256-rejection-fisher-yates-v1')],
    ['/ledger', page.getByRole('table').first()],
  ] as const) {
    await expectWhole(page, path, drawn);
  }
  await page.getByRole('button', { name: 'Disconnect wallet' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'MetaMask' }).waitFor();
  await expect.poll(() => cutOn(page), { message: 'the choice of wallets' }).toBe('');
  expect(faults).toEqual([]);
});

test.each(SIZES)('with text of %i px the panel of %i px shows all of it', async (px, width) => {
  const users = await verifiedUsers(stage.app, 2);
  const { page, faults } = await openAsSuperAdmin(stage, { width, prepare: chooseTextSize(px) });
  for (const [path, drawn] of panelParts(page)) {
    await expectWhole(page, path, drawn);
  }
  for (const { account } of users) await rowOf(page, account.address).waitFor();
  // Rows that are not drawn have the height of those that are. All are looked at in one moment: others may still come in.
  const rows = usersTable(page).locator('tbody tr[aria-rowindex]');
  const places = () =>
    rows.evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect()).map(({ y, height }) => [y, height]),
    );
  const unlike = async () => {
    const drawn = await places();
    const [first = 0, height = 0] = drawn[0] ?? [];
    return drawn.filter(
      ([y = 0, own = 0], at) => Math.abs(own - height) > 1 || Math.abs(y - (first + at * height)) > 1,
    );
  };
  expect((await places()).length).toBeGreaterThanOrEqual(users.length);
  await expect.poll(unlike).toEqual([]);
  expect(faults).toEqual([]);
});

/** As who has chosen another size of text in the browser's settings, where 16 px is the usual one. */
const chooseTextSize = (px: number) => async (page: Page) => {
  // The browser tells each document of it after its first layout, which moves all of it.
  expectAlarm(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
};

async function expectWhole(page: Page, path: string, drawn: Locator): Promise<void> {
  await page.goto(path);
  await drawn.waitFor();
  await page.evaluate(() => document.fonts.ready);
  // What is still on its way has the place of what comes, and not yet its own.
  await expect.poll(() => cutOn(page), { message: path }).toBe('');
}

/** What hangs out at the side, and texts that are larger than their places; a line each. */
const cutOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const styleOf = (one: Element) => getComputedStyle(one);
    const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll';
    const isIn = (one: Element, holds: (around: Element) => boolean): boolean =>
      holds(one) || (one.parentElement !== null && isIn(one.parentElement, holds));
    const name = (one: Element) => `${one.tagName.toLowerCase()} "${one.textContent?.slice(0, 40)}"`;
    const texts = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (one) =>
        one.checkVisibility() &&
        one.clientWidth > 2 &&
        !one.closest('.sr-only, svg') &&
        [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    );
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
      ...texts
        .filter((one) => !isIn(one, (around) => scrolls(styleOf(around).overflowX)))
        .filter((one) => one.getBoundingClientRect().right > clientWidth + 1)
        .map((one) => `${name(one)} is out at the side`),
      ...texts
        .filter((one) => styleOf(one).display !== 'inline' && styleOf(one).textOverflow !== 'ellipsis')
        .filter((one) => one.scrollWidth > one.clientWidth + 8 && !scrolls(styleOf(one).overflowX))
        .map((one) => `${name(one)} is wider than its place`),
      // A line is a little higher than its letters where it is set close.
      ...texts
        .filter((one) => styleOf(one).display !== 'inline' && styleOf(one).webkitLineClamp === 'none')
        .filter((one) => one.scrollHeight > one.clientHeight * 1.15 && !scrolls(styleOf(one).overflowY))
        .map((one) => `${name(one)} is higher than its place`),
    ].join('\n');
  });
