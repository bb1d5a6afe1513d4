import type { Page } from 'playwright-core';

/** Nothing of the program comes before `letCome`. */
export async function holdProgram(page: Page): Promise<{ readonly letCome: () => Promise<void> }> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.{js,css}', async (route) => {
    await held.promise;
    await route.continue();
  });
  return {
    async letCome() {
      held.resolve();
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}
