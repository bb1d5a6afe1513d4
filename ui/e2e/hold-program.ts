import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Nothing of the program comes before `letCome`. The route stays: where the last one is taken away, Chromium loses what is
 * asked for in that moment.
 */
export async function holdProgram(page: Page): Promise<{ readonly letCome: () => void }> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.{js,css}', async (route) => {
    await held.promise;
    await route.continue();
  });
  return {
    letCome: () => held.resolve(),
  };
}

/**
 * Types into a field of a page that has only begun to come: the browser may lose the letters meanwhile, and says nothing.
 * @returns once they stand there
 */
export async function typeEarly(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label);
  await expect
    .poll(async () => {
      await field.fill(text);
      return field.inputValue();
    })
    .toBe(text);
}
