import '../steady-heap.ts';
import { parseArgs } from 'node:util';
import { backup } from './commands/backup.ts';
import { exportLedger } from './commands/export.ts';
import { importLedger } from './commands/import.ts';
import { serve } from './commands/serve.ts';
import { verify } from './commands/verify.ts';

const DEFAULT_FILE = `${process.env.DATA_DIR || './data'}/ledger.sqlite`;
const DEFAULT_PORT = '2113';

const HELP = `An event store for EventStoreDB clients, in one process and one file.

  npm run eventstore                                        start it
  npm run eventstore -- backup FILE                         copy the ledger, also while it is in use
  npm run eventstore -- export FILE.ndjson                  write every event as a line of JSON
  npm run eventstore -- import FILE.ndjson --to esdb://…    append them to any EventStoreDB, in order
  npm run eventstore -- verify                              read the whole ledger and check it

  --file FILE         the ledger (${DEFAULT_FILE})
  --port PORT         on 127.0.0.1 (${DEFAULT_PORT}; 0 takes a free one)
  --credential FILE   user:password that clients have to bring; made at random where there is no such file
`;

/** Runs the command and returns what to tell the person. */
async function run(): Promise<string> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      file: { type: 'string', default: DEFAULT_FILE },
      port: { type: 'string', default: DEFAULT_PORT },
      credential: { type: 'string' },
      to: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command, argument, ...rest] = positionals;
  if (values.help) return HELP;
  if (rest.length > 0) throw new Error(`I do not understand '${rest.join(' ')}'.\n\n${HELP}`);
  switch (command) {
    case undefined:
      return serve(values.file, portNumber(values.port), values.credential);
    case 'backup':
      return backup(values.file, required(argument, 'backup FILE'));
    case 'export':
      return exportLedger(values.file, required(argument, 'export FILE.ndjson'));
    case 'import': {
      const usage = 'import FILE.ndjson --to esdb://…';
      return importLedger(required(argument, usage), required(values.to, usage));
    }
    case 'verify':
      return verify(values.file);
    default:
      throw new Error(`There is no command '${command}'.\n\n${HELP}`);
  }
}

function required(value: string | undefined, usage: string): string {
  if (!value) throw new Error(`usage: npm run eventstore -- ${usage}`);
  return value;
}

function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new Error(`--port must be a number from 0 to 65535, not '${text}'.`);
}

try {
  console.log(await run());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
