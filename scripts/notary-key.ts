import { ed25519 } from '@noble/curves/ed25519.js';
import { reasonOf } from '../contracts/reason-of.ts';
import { verifierKeyOf } from '../ledger/proof/signed-note.ts';
import { addSeed, loadSeeds } from '../ledger/seed-file.ts';
import { BadOption, runCommand, typedArguments } from '../ledger/typed-options.ts';

const HELP = `The keys that seal the ledger.

  npm run notary-key -- show ORIGIN      the verifier key that people pin, of each key in the file
  npm run notary-key -- replace          puts a new key before the others; the notary hands over when it starts next,
                                         in an event that the old key signs. Take the old line out after that.

  --file FILE    (NOTARY_KEY, or notary.key in DATA_DIR)
`;

async function run(): Promise<string> {
  const { positionals, values } = typedArguments(process.argv.slice(2), {
    file: {
      type: 'string',
      default: process.env.NOTARY_KEY || `${process.env.DATA_DIR || './data'}/notary.key`,
    },
    help: { type: 'boolean', short: 'h' },
  });
  const [command, origin, ...rest] = positionals;
  if (values.help) return HELP;
  if (command === undefined) throw new BadOption('What is to be done: show ORIGIN or replace');
  if (command === 'show' && origin && rest.length === 0) {
    const seeds = await loadSeeds(values.file, 'must exist');
    return seeds.map((seed) => verifierKeyOf(origin, ed25519.getPublicKey(seed))).join('\n');
  }
  if (command === 'replace' && origin === undefined) {
    const seeds = await addSeed(values.file);
    return `${values.file} has ${seeds.length} keys now. Give it to every replica and start them anew.`;
  }
  if (command === 'show' && !origin)
    throw new BadOption('show needs the first line of the checkpoints: show ORIGIN');
  throw new BadOption(`I do not understand '${positionals.join(' ')}'`);
}

await runCommand('notary-key', async () => console.log(await run()), reasonOf);
