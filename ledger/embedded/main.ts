import '../steady-heap.ts';
import { reasonOf } from '../../contracts/reason-of.ts';
import { BadOption, runCommand, typedArguments, typedNumber } from '../typed-options.ts';
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

/** What each command is told: a name behind it, and options; `serve` is the one that has no name. */
const TOLD: Readonly<Record<string, { readonly name?: string; readonly options: readonly string[] }>> = {
  serve: { options: ['file', 'port', 'credential'] },
  backup: { name: 'FILE', options: ['file'] },
  export: { name: 'FILE.ndjson', options: ['file'] },
  import: { name: 'FILE.ndjson --to esdb://…', options: ['to'] },
  verify: { options: ['file'] },
};

/**
 * Runs the command and returns what to tell the person.
 * @throws BadOption
 */
async function run(): Promise<string> {
  const { positionals, values, tokens } = typedArguments(process.argv.slice(2), {
    file: { type: 'string', default: DEFAULT_FILE },
    port: { type: 'string', default: DEFAULT_PORT },
    credential: { type: 'string' },
    to: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  const [command = 'serve', argument = '', ...rest] = positionals;
  if (values.help) return HELP;
  const told = Object.hasOwn(TOLD, command) ? TOLD[command] : undefined;
  if (!told || positionals[0] === 'serve') throw new BadOption(`There is no command '${command}'`);
  // A ledger named where none is looked for would be taken for verified, and a port for the one that is listened at.
  const more = told.name === undefined ? positionals.slice(1) : rest;
  if (more.length > 0)
    throw new BadOption(`${command} takes no '${more.join(' ')}'; --file FILE names the ledger`);
  const other = tokens.find((token) => token.kind === 'option' && !told.options.includes(token.name));
  if (other?.kind === 'option') throw new BadOption(`${command} knows nothing of ${other.rawName}`);
  const usage = `Usage: npm run eventstore -- ${command} ${told.name}`;
  if (told.name !== undefined && argument === '') throw new BadOption(usage);
  switch (command) {
    case 'backup':
      return backup(values.file, argument);
    case 'export':
      return exportLedger(values.file, argument);
    case 'import':
      if (values.to === undefined) throw new BadOption(usage);
      return importLedger(argument, values.to);
    case 'verify':
      return verify(values.file);
    default:
      return serve(values.file, typedNumber('port', values.port, 0, 65_535), values.credential);
  }
}

await runCommand('eventstore', async () => console.log(await run()), reasonOf);
