import type { Page } from 'playwright-core';

/** Keeps what is asked at these addresses waiting: `held` once somebody asks, until `release`. */
export async function holdAnswers(
  page: Page,
  addresses: string,
): Promise<{ readonly held: Promise<void>; readonly release: () => void }> {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  return { held: asked.promise, release: () => released.resolve() };
}
