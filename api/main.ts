import '../ledger/steady-heap.ts';
import { pino } from 'pino';
import { reasonOf } from '../contracts/reason-of.ts';
import { onStopSignals } from '../ledger/stop-signals.ts';
import { runCommand, typedOptions } from '../ledger/typed-options.ts';
import { logToStderr } from '../projector/log-to-stderr.ts';
import { ConfigError, readConfig } from './config.ts';
import { startLines } from './embedded/trial.ts';
import { SAMPLE_TRACKS } from './resources/music/sample-tracks.ts';
import { startServer } from './server.ts';

const HELP = `npm start
  the whole program; it is told by its settings, environment variables that README.md lists`;

/** Milliseconds that all parts together have to stop; what is killed then loses nothing that was acknowledged. */
const STOP_MS = 20_000;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Nobody is served yet, and what a start has begun the next one finishes. */
const endAtOnce = () => process.exit(0);

/** Where it is, on standard output, when the server is ready; everything else goes to standard error as JSON. */
async function main(): Promise<void> {
  // Who says a port here would look for the program there.
  const values = typedOptions(process.argv.slice(2), { help: { type: 'boolean', default: false } });
  if (values.help) return console.log(HELP);
  const config = readConfig(process.env);
  const logger = pino({ level: config.logLevel, redact: ['*.cookie', '*.password'] }, logToStderr());
  // The system ends who listens to no signal, but for the first process of a container, which would begin, and be killed.
  for (const signal of SIGNALS) process.on(signal, endAtOnce);
  const server = await startServer(config, logger, { samples: SAMPLE_TRACKS });
  console.log(startLines(server.url, config));

  let isStopping = false;
  const stop = async (exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(
      () => {
        logger.fatal('a part of the program did not stop in time');
        process.exit(1);
      },
      config.drainSeconds * 1_000 + STOP_MS,
    ).unref();
    await server.stop();
    process.exit(exitCode);
  };
  for (const signal of SIGNALS) process.off(signal, endAtOnce);
  onStopSignals({
    onFirst: () => void stop(0),
    onAgain: () => {
      console.error('Stopped at once, with requests under way.');
      process.exit(1);
    },
  });
  void server.failed.then((reason) => {
    logger.fatal({ err: reason }, 'a part of the program died');
    return stop(1);
  });
}

await runCommand('start', main, (error) => {
  const expected = error instanceof ConfigError || (error instanceof Error && !(error instanceof TypeError));
  return expected ? reasonOf(error) : error;
});
// Parts of a start that failed may still run.
if (process.exitCode !== undefined) process.exit();
