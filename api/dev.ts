import { resolve } from 'node:path';
import { pino } from 'pino';
import { createServer } from 'vite';
import { onStopSignals } from '../ledger/stop-signals.ts';
import { runCommand, typedOptions } from '../ledger/typed-options.ts';
import { logToStderr } from '../projector/log-to-stderr.ts';
import { readConfig } from './config.ts';
import { startLines } from './embedded/trial.ts';
import { SAMPLE_TRACKS } from './resources/music/sample-tracks.ts';
import { startServer } from './server.ts';

const HELP = `npm run dev
  the whole program, with a UI that reloads what is edited; settings are environment variables that README.md lists`;

const UI_PORT = 5173;
const ui = resolve(import.meta.dirname, '../ui');

/** `npm run dev`: the whole program, with the UI from Vite's own server, which reloads what is edited. */
async function main(): Promise<void> {
  const values = typedOptions(process.argv.slice(2), { help: { type: 'boolean', default: false } });
  if (values.help) return console.log(HELP);
  const config = readConfig({
    PUBLIC_URL: `http://localhost:${UI_PORT}`,
    UI_DIST: ui,
    LOG_LEVEL: 'info',
    ...process.env,
  });
  const logger = pino({ level: config.logLevel }, logToStderr());
  const server = await startServer(config, logger, { samples: SAMPLE_TRACKS });
  const vite = await createServer({
    root: ui,
    configFile: resolve(ui, '../vite.config.ts'),
    server: { port: UI_PORT, strictPort: true, proxy: { '/api': `http://127.0.0.1:${server.port}` } },
  });
  await vite.listen();
  console.log(startLines(`http://localhost:${UI_PORT}`, config));
  onStopSignals({
    onFirst: () =>
      void vite
        .close()
        .then(() => server.stop())
        .then(() => process.exit(0)),
  });
}

await runCommand('dev', main);
