import { fuzz } from '../api/testing/fuzz/fuzz.ts';
import { reportInWords } from '../api/testing/fuzz/in-words.ts';
import { startTarget } from '../api/testing/fuzz/start-target.ts';
import { runCommand, typedNumber, typedOptions } from '../ledger/typed-options.ts';

const HELP = `npm run fuzz -- [options]
  --seed N      the same seed sends the same requests, as far as the server's own ids allow (1)
  --seconds S   how long (60)
Starts a program of its own in a temporary folder and sends it what no client would, by its own OpenAPI page.`;

async function run(): Promise<void> {
  const values = typedOptions(process.argv.slice(2), {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  });
  if (values.help) return console.log(HELP);
  const seed = typedNumber('seed', values.seed, 0, Number.MAX_SAFE_INTEGER);
  const seconds = typedNumber('seconds', values.seconds, 1, 86_400);
  const { app, superAdmin } = await startTarget();
  try {
    const report = await fuzz({ url: app.url, superAdmin, seed, seconds });
    console.log(reportInWords(report));
    if (report.faults.length > 0) process.exitCode = 1;
  } finally {
    await app.close();
  }
}

await runCommand('fuzz', run);
