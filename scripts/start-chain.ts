import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startAnvil } from '../api/testing/anvil.ts';
import { runCommand, typedOptions } from '../ledger/typed-options.ts';

const HELP = `npm run start:chain
  the whole program with a local chain beside it; settings are environment variables that README.md lists`;

/** `npm run start:chain`: the whole program with a local chain of the product's id, in memory, for trying wallets. */
async function main(): Promise<void> {
  const values = typedOptions(process.argv.slice(2), { help: { type: 'boolean', default: false } });
  if (values.help) return console.log(HELP);
  // A raffle waits for a block, so blocks must come without transactions too.
  const chain = await startAnvil({ secondsPerBlock: 2 });
  console.log(`A local chain listens at ${chain.url}`);
  const program = spawn(process.execPath, [fileURLToPath(new URL('../api/main.ts', import.meta.url))], {
    stdio: 'inherit',
    env: { ...process.env, RPC_URL: chain.url, PUBLIC_RPC_URL: chain.url },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => program.kill(signal));
  const [exitCode] = await once(program, 'exit');
  await chain.stop();
  process.exitCode = exitCode ?? 1;
}

await runCommand('start:chain', main);
