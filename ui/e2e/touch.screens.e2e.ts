import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAsSuperAdmin, panelParts, rowOf, verifiedUsers } from './admin-stage.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const options = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };

test('with a finger nothing that stands by itself is smaller than 44 px', async () => {
  const { page, faults } = await openAsNewUser(stage, { options });
  // What is measured is scrolled to, and what came after that would move it.
  await page.getByRole('region', { name: 'Profile Settings' }).getByRole('textbox').first().waitFor();
  await page.waitForLoadState('networkidle');
  await expectNoneSmall(page, 'the rewards');
  await page.getByRole('button', { name: 'View All' }).click();
  await page.getByRole('dialog').getByRole('row').nth(1).waitFor();
  await expectNoneSmall(page, 'a dialog', '[role=dialog]');
  for (const [path, drawn] of [
    ['/', page.getByRole('heading', { name: 'Community reach' })],
    ['/raffle', page.getByText('No raffle has been started yet.')],
    ['/ledger', page.getByRole('table').first()],
    ['/ledger?part=events', page.getByRole('table').first()],
  ] as const) {
    await page.goto(path);
    await drawn.waitFor();
    await expectNoneSmall(page, path);
  }
  expect(faults).toEqual([]);
});

test('with a finger nothing in the panel is smaller than 44 px, and its rows are as high as they are counted', async () => {
  const users = await verifiedUsers(stage.app, 2);
  const { page, faults } = await openAsSuperAdmin(stage, { options });
  for (const [path, drawn] of panelParts(page)) {
    await page.goto(path);
    await drawn.waitFor();
    await expectNoneSmall(page, path);
  }
  for (const { account } of users) {
    expect((await rowOf(page, account.address).boundingBox())?.height).toBe(164);
  }
  expect(faults).toEqual([]);
});

/** Once the last of it has come: what is still without its place may lie under the bar at the bottom. */
const expectNoneSmall = (page: Page, what: string, within?: string): Promise<void> =>
  expect.poll(() => smallOn(page, within), { message: what }).toEqual([]);

/**
 * What takes less than a finger, measured by where a touch around its middle goes. Not what stands in a line of text, and
 * not a figure, which is text that opens what it is made of: https://www.w3.org/TR/WCAG22/#target-size-enhanced.
 */
const smallOn = (page: Page, within = 'body'): Promise<readonly string[]> =>
  page.evaluate((root) => {
    const REACH = 21;
    const all = document.querySelectorAll<HTMLElement>(
      ['a[href]', 'button:enabled', 'input', 'select', 'summary'].map((one) => `${root} ${one}`).join(),
    );
    const takes = (one: HTMLElement, x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y);
      return one.contains(hit) || hit?.closest('label')?.contains(one) === true;
    };
    return [...all]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).display !== 'inline')
      .filter((one) => !one.querySelector('[data-amount]') && one.getAttribute('href') !== '#content')
      .filter((one) => {
        one.scrollIntoView({ block: 'center', inline: 'nearest' });
        const { left, top, width, height } = one.getBoundingClientRect();
        if (width <= 1) return false;
        const [x, y] = [left + width / 2, top + height / 2];
        return ![
          takes(one, x, y - REACH),
          takes(one, x, y + REACH),
          takes(one, x - REACH, y),
          takes(one, x + REACH, y),
        ].every(Boolean);
      })
      .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent}`);
  }, within);
