import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from 'playwright-core';
import { onTestFinished } from 'vitest';

/**
 * The next answer to what is meant breaks off in its middle: what was asked is done, and the page gets the status, the
 * headers and half of the text. Everything after it passes.
 * @param origin the program's
 * @returns the status of the answer, once it broke off
 */
export async function breakNextAnswer(
  page: Page,
  origin: string,
  addresses: string,
  isMeant: (request: Request) => boolean,
): Promise<{ readonly broken: Promise<number> }> {
  const broke = Promise.withResolvers<number>();
  const between = createServer(async (request, response) => {
    const body = await Array.fromAsync(request);
    const { host: _, ...headers } = request.headers;
    const ask = () =>
      fetch(new URL(request.url ?? '/', origin), {
        method: request.method ?? 'GET',
        headers: Object.entries(headers).flatMap(([name, value]) =>
          value === undefined || HOP_BY_HOP.has(name) ? [] : [[name, String(value)] as [string, string]],
        ),
        body: Buffer.concat(body),
      });
    let answer = await ask();
    // A busy server asks to come again.
    for (let tries = 1; answer.status === 503 && tries < 20; tries += 1) answer = await ask();
    const text = Buffer.from(await answer.arrayBuffer());
    const kept = [...answer.headers].filter(([name]) => !HOP_BY_HOP.has(name) && name !== 'content-encoding');
    response.writeHead(answer.status, { ...Object.fromEntries(kept), 'content-length': text.length });
    response.write(text.subarray(0, text.length / 2), () => {
      response.destroy();
      broke.resolve(answer.status);
    });
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    between.closeAllConnections();
    between.close();
  });
  const { port } = between.address() as AddressInfo;
  let isBroken = false;
  await page.route(addresses, async (route) => {
    if (isBroken || !isMeant(route.request())) return route.continue();
    isBroken = true;
    const url = new URL(route.request().url());
    url.port = String(port);
    await route.continue({ url: url.href });
  });
  return { broken: broke.promise };
}

const HOP_BY_HOP = new Set(['connection', 'content-length', 'transfer-encoding', 'keep-alive']);
