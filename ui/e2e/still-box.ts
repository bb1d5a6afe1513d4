import type { Locator } from 'playwright-core';

/** Where something stands once it has come in. */
export async function stillBoxOf(it: Locator): ReturnType<Locator['boundingBox']> {
  await it.evaluate((one) => Promise.allSettled(one.getAnimations().map(({ finished }) => finished)));
  return it.boundingBox();
}
