import { pino } from 'pino';
import { reasonOf } from '../../../contracts/reason-of.ts';
import { connectEventStore, type EventStore } from '../../../ledger/event-store.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { referralRewards } from '../../../ledger/processes/referral-rewards.ts';
import { runCommand } from '../../../ledger/typed-options.ts';
import { createPool } from '../../../projector/database.ts';
import { logToStderr } from '../../../projector/log-to-stderr.ts';
import { type Projector, startProjector } from '../../../projector/projector.ts';
import { readConfig } from '../../config.ts';
import { migrate } from '../../migrate.ts';
import { postgresCheckpoints } from '../../processes/checkpoints.ts';
import { loadMasterKeys } from '../../vault/master-key.ts';
import { loadDemoWallets } from '../demo-wallets.ts';
import { startStack } from '../embedded-stack.ts';
import { seedVault } from './demo-vault.ts';
import { evenings, withoutCauses } from './evening.ts';
import { fillLedger } from './fill.ts';
import { readOptions } from './options.ts';
import { planHistory } from './plan.ts';

const USAGE = `npm run demo -- [--users N] [--days N] [--seed TEXT] [--until YYYY-MM-DD] [--activity 0..1]

Fills an empty ledger with a made-up community's history, through the program's own commands.
  --users     how many people, 2000 if not given
  --days      how long a history, 365 if not given
  --seed      the same seed and the same --until give the same ledger, with the wallet of the folder's own Demo admin;
              "evo" if not given
  --until     the last day, today (UTC) if not given
  --activity  how much each does, 1 if not given; less for a large population

Stop the program first: one process owns a ledger. Then start it and look around.`;

/** The ledger cannot be filled; the message says what to do. */
class CannotFill extends Error {}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    console.log(USAGE);
    return;
  }
  const { seed, users, days, activity, from } = options;
  const config = readConfig(process.env);
  if (!config.demoWallet)
    throw new CannotFill('Made-up people belong into a local trial, not into a deployment.');
  const logger = pino({ level: 'error' }, logToStderr());
  const stack = await startStack(config, logger);
  const pool = createPool(stack.databaseUrl);
  const store = connectEventStore(stack.eventStoreUrl);
  try {
    if (await isInUse(store)) {
      throw new CannotFill(
        `The ledger in ${config.dataDir} is not empty: it has accounts. Choose another DATA_DIR, or move it away.`,
      );
    }
    await migrate(pool);
    const vault = await seedVault(pool, await loadMasterKeys(config.vaultKeys, config.dataDir), seed);
    const { adminAddress } = await loadDemoWallets(config.dataDir);
    const handler = createCommandHandler(store, { timeLimit: 30_000, attemptLimit: 20_000 });
    const projector = await startProjector({ store, pool, logger });
    const referrals = referralRewards(store, withoutCauses(handler));
    const evening = evenings(store, referrals);
    const showProgress = progressBar(days);
    const commands = await fillLedger({
      store,
      handler,
      vault,
      seed,
      calendar: planHistory({ seed, users, days, activity }),
      from,
      superAdminWallet: adminAddress,
      async onDay(day, done) {
        await evening.next();
        showProgress(day + 1, done);
      },
    });
    const settled = await evening.stop();
    if (settled) await postgresCheckpoints(pool).save(new Map([[referrals.name, settled]]));
    await caughtUp(store.head, projector);
    await projector.stop();
    console.log(`\n${users} people, ${days} days, ${commands} commands. Now: npm start`);
  } finally {
    await store.close();
    await pool.end();
    await stack.stop();
  }
}

/**
 * Whether anybody has an account. What a program writes that nobody has signed in to, the seed of the first raffle, the
 * sample tracks and seals of these, is no use yet.
 */
async function isInUse(store: EventStore): Promise<boolean> {
  const head = await store.head();
  const enough = new AbortController();
  if (!head) return false;
  for await (const { type, position } of store.subscribe({ after: undefined, signal: enough.signal })) {
    if (type === 'AccountOpened') return true;
    if (position.commit >= head.commit) enough.abort();
  }
  return false;
}

/** Waits until the read models have reached the ledger's present end. */
async function caughtUp(head: EventStore['head'], projector: Projector): Promise<void> {
  const end = await head();
  if (!end) return;
  while ((projector.status().checkpoint?.commit ?? -1n) < end.commit) {
    const { reason } = projector.status();
    if (reason !== undefined) throw new CannotFill(reason);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** One line that is written over on a terminal, and a line for each tenth elsewhere. */
function progressBar(days: number): (day: number, commands: number) => void {
  const width = 30;
  let shown = -1;
  return (day, commands) => {
    const filled = Math.floor((day / days) * width);
    const line = `[${'█'.repeat(filled)}${'·'.repeat(width - filled)}] day ${day} of ${days}, ${commands} commands`;
    if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
    else if (Math.floor((day / days) * 10) > shown) {
      shown = Math.floor((day / days) * 10);
      console.log(line);
    }
  };
}

// A TypeError is a fault of the program: all is told that is known of it.
await runCommand('demo', main, (fault) => (fault instanceof TypeError ? fault : reasonOf(fault)));
