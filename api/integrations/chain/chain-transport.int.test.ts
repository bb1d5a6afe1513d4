import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPublicClient } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHAIN_ID } from '../../../contracts/constants.ts';
import { listen } from '../../http/listen.ts';
import { chainTransport } from './chain-transport.ts';

let elsewhere: Server;
let asked = 0;
beforeAll(async () => {
  elsewhere = createServer((_, response) => {
    asked += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${CHAIN_ID.toString(16)}` }));
  });
  await listen(elsewhere, 0, '127.0.0.1');
});
afterAll(() => void elsewhere.close());

test.each([301, 302, 303, 307, 308])(
  'a server of the chain that leads elsewhere (%i) is one that does not answer: nobody follows it into the own network',
  async (status) => {
    // A server that listens on a port has an address with one.
    const { port } = elsewhere.address() as AddressInfo;
    const leading = createServer((_, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end();
    });
    const here = await listen(leading, 0, '127.0.0.1');
    try {
      const transport = chainTransport(`http://127.0.0.1:${here}`, { timeout: 10_000, retryCount: 0 });
      await expect(createPublicClient({ transport }).getChainId()).rejects.toThrow('HTTP request failed');
      expect(asked).toBe(0);
    } finally {
      leading.closeAllConnections();
      leading.close();
    }
  },
);
