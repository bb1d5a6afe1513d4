import { setTimeout as sleep } from 'node:timers/promises';
import type { APIResponse, Route } from 'playwright-core';

const TRIES = 20;

/** What the server answers to what the page asks, once it is not too busy for that: with 503 it asks to come again. */
export async function served(route: Route): Promise<APIResponse> {
  for (let tries = 1; ; tries += 1) {
    const answer = await route.fetch();
    if (answer.status() !== 503 || tries === TRIES) return answer;
    await sleep(1_000);
  }
}
