import type { Page } from 'playwright-core';

export const start = (page: Page) => page.getByRole('button', { name: 'Start Animated Raffle' });
/** Starts what the form says, and confirms what the server says that it would be. */
export async function draw(page: Page): Promise<void> {
  await start(page).click();
  await page
    .getByRole('dialog', { name: 'Start Raffle' })
    .getByRole('button', { name: 'Draw Winners' })
    .click();
}
