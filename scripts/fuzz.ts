import { parseArgs } from 'node:util';
import { superAdminOf } from '../api/testing/admin.ts';
import { fuzz } from '../api/testing/fuzz/fuzz.ts';
import { reportInWords } from '../api/testing/fuzz/in-words.ts';
import { startApp } from '../api/testing/start-app.ts';

const HELP = `npm run fuzz -- [options]
  --seed N      the same seed sends the same requests, as far as the server's own ids allow (1)
  --seconds S   how long (60)
Starts a program of its own in a temporary folder and sends it what no client would, by its own OpenAPI page.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
});
const [seed, seconds] = [Number(values.seed), Number(values.seconds)];
if (values.help || !Number.isInteger(seed) || !(seconds > 0)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}
const app = await startApp();
try {
  const { client } = await superAdminOf(app);
  const report = await fuzz({ url: app.url, superAdmin: client, seed, seconds });
  console.log(reportInWords(report));
  if (report.faults.length > 0) process.exitCode = 1;
} finally {
  await app.close();
}
