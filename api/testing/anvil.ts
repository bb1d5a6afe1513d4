import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CHAIN_ID } from '../../contracts/constants.ts';

/** A real local chain with the product's chain id. */
export type Anvil = {
  readonly url: string;
  /** One JSON-RPC call; an error of the chain is thrown with its code. */
  readonly request: (method: string, params?: readonly unknown[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

/** @param options `secondsPerBlock`: without, it makes a block for each transaction and none by itself */
export async function startAnvil(options: { readonly secondsPerBlock?: number } = {}): Promise<Anvil> {
  const bin = fileURLToPath(import.meta.resolve('@foundry-rs/anvil/bin.mjs'));
  const { secondsPerBlock } = options;
  const pace = secondsPerBlock === undefined ? [] : ['--block-time', String(secondsPerBlock)];
  const chain = spawn(process.execPath, [bin, '--chain-id', String(CHAIN_ID), '--port', '0', ...pace], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await listening(chain.stdout);
  chain.stdout.resume();
  return {
    url,
    request: (method, params = []) => call(url, method, params),
    async stop() {
      // Ctrl-C reaches the whole group of processes, so it may have ended by itself.
      if (chain.exitCode !== null || chain.signalCode !== null) return;
      const ended = once(chain, 'exit');
      chain.kill();
      await ended;
    },
  };
}

async function listening(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /^Listening on (\S+)/.exec(line)?.[1];
    if (address) return `http://${address}`;
  }
  throw new Error('anvil ended before it listened');
}

async function call(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  // JSON-RPC 2.0: an answer has a result or an error.
  const { result, error } = (await answer.json()) as {
    result?: unknown;
    error?: { code: number; message: string };
  };
  if (error) throw Object.assign(new Error(error.message), { code: error.code });
  return result;
}
