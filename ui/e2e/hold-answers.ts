import type { Page, Request } from 'playwright-core';

/** Keeps what is asked at these addresses (of that, what is meant) waiting: `held` once somebody asks, until `release`. */
export async function holdAnswers(
  page: Page,
  addresses: string,
  isMeant: (request: Request) => boolean = () => true,
): Promise<{ readonly held: Promise<void>; readonly release: () => void }> {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    if (isMeant(route.request())) {
      asked.resolve();
      await released.promise;
    }
    await route.continue();
  });
  return { held: asked.promise, release: () => released.resolve() };
}
