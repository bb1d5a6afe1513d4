import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bareAddress } from '../../contracts/bare-address.ts';
import { reasonOf } from '../../contracts/reason-of.ts';
import { ED25519, parseVerifierKey } from '../proof/signed-note.ts';
import { loadSeeds } from '../seed-file.ts';
import { onStopSignals } from '../stop-signals.ts';
import { BadOption, runCommand, typedNumber, typedOptions } from '../typed-options.ts';
import { followLog } from './follow-log.ts';
import { beginKeptCheckpoint } from './kept-checkpoint.ts';
import { serveWitness } from './serve.ts';
import { openWitness } from './witness.ts';

const HELP = `A witness of a rewards ledger: it keeps the newest checkpoint that it has seen, cosigns what follows from it and
refuses what does not (C2SP tlog-witness). Anybody can run one; the more there are, the less a ledger can show one history
to some and another to others.

  npm run witness -- --log KEY --name NAME                    serve POST /add-checkpoint
  npm run witness -- --log KEY --name NAME --follow URL       look at a public ledger by itself, too

  --log KEY       the notary's key (GET /api/ledger/seals, "verifierKey"); again behind it for each key that replaces it
  --name NAME     of this witness, a URL without a scheme: witness.example/w1
  --data FOLDER   what it keeps: its key and the newest checkpoint (./witness)
  --port PORT     (8099; 0 takes a free one)    --host HOST (127.0.0.1)
  --follow URL    of the ledger: https://rewards.example/api/ledger
  --every SECONDS between two looks (60)
`;

/** Reads the arguments, starts what they ask for, and runs until it is told to stop. */
async function run(): Promise<void> {
  const values = typedOptions(process.argv.slice(2), {
    log: { type: 'string', multiple: true, default: [] },
    name: { type: 'string' },
    data: { type: 'string', default: './witness' },
    port: { type: 'string', default: '8099' },
    host: { type: 'string', default: '127.0.0.1' },
    follow: { type: 'string' },
    every: { type: 'string', default: '60' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) return void console.log(HELP);
  const { name } = values;
  if (!name || values.log.length === 0) throw new BadOption('--log and --name are needed');
  const logKeys = values.log.map((text) => {
    const key = parseVerifierKey(text);
    if (key?.type !== ED25519) throw new BadOption(`${text} is no verifier key of a notary`);
    return key;
  });
  // Before anything is opened: what does not run as it was asked to does not run at all.
  const port = typedNumber('port', values.port, 0, 65_535);
  const every = typedNumber('every', values.every, 1, 86_400) * 1_000;
  const followed = values.follow === undefined ? undefined : prefixFrom(values.follow);
  const witness = await openWitness({
    folder: values.data,
    name,
    seed: await seedOf(values.data),
    logKeys,
    isBegun: true,
    onContradiction: (why, file) => console.error(`REFUSED: ${why}. Both checkpoints: ${file}`),
  });
  const server = await serveWitness(witness, {
    port,
    host: values.host,
    onError: (error) => console.error(error),
  });
  const stopping = new AbortController();
  const following = followed
    ? followLog(witness, followed, {
        every,
        signal: stopping.signal,
        onLook: (look) => {
          if (look.kind === 'cosigned') console.log(`cosigned ${look.size} events`);
          if (look.kind === 'silent') console.error(`no answer: ${look.why}`);
          if (look.kind === 'refused') console.error(`REFUSED: ${look.why}`);
        },
      })
    : undefined;
  const stop = async () => {
    stopping.abort();
    await server.stop();
    await following;
    await witness.close();
    process.exit(0);
  };
  onStopSignals({ onFirst: () => void stop() });
  // Whoever reads this may tell it to stop.
  console.log(`witness ${witness.verifierKey}\nat ${server.url}`);
}

/** Before there is a key its folder says that nothing was cosigned with it. */
async function seedOf(folder: string): Promise<Uint8Array> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'witness.key');
  if (!existsSync(file)) await beginKeptCheckpoint(folder);
  return (await loadSeeds(file, 'make'))[0];
}

function prefixFrom(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return bareAddress(text);
  throw new BadOption(`--follow is the address of a ledger (https://…/api/ledger), not '${text}'`);
}

await runCommand('witness', run, reasonOf);
