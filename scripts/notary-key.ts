import { parseArgs } from 'node:util';
import { ed25519 } from '@noble/curves/ed25519.js';
import { verifierKeyOf } from '../ledger/proof/signed-note.ts';
import { addSeed, loadSeeds } from '../ledger/seed-file.ts';

const HELP = `The keys that seal the ledger.

  npm run notary-key -- show ORIGIN      the verifier key that people pin, of each key in the file
  npm run notary-key -- replace          puts a new key before the others; the notary hands over when it starts next,
                                         in an event that the old key signs. Take the old line out after that.

  --file FILE    (NOTARY_KEY, or notary.key in DATA_DIR)
`;

async function run(): Promise<string> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      file: {
        type: 'string',
        default: process.env.NOTARY_KEY || `${process.env.DATA_DIR || './data'}/notary.key`,
      },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command, origin, ...rest] = positionals;
  if (values.help || command === undefined) return HELP;
  if (command === 'show' && origin !== undefined && rest.length === 0) {
    const seeds = await loadSeeds(values.file, 'must exist');
    return seeds.map((seed) => verifierKeyOf(origin, ed25519.getPublicKey(seed))).join('\n');
  }
  if (command === 'replace' && origin === undefined) {
    const seeds = await addSeed(values.file);
    return `${values.file} has ${seeds.length} keys now. Give it to every replica and start them anew.`;
  }
  throw new Error(`I do not understand '${positionals.join(' ')}'.\n\n${HELP}`);
}

try {
  console.log(await run());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
