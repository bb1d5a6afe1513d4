import { readFile } from 'node:fs/promises';
import type { Receipt } from '../../contracts/api/ledger-seals.ts';
import { visibleText } from '../../contracts/visible-text.ts';
import { listedAddressInput } from '../../contracts/wallet-address.ts';
import { downloadExport, writeExport } from '../../ledger/audit/export/write-export.ts';
import { importLedger } from '../../ledger/audit/import-ledger.ts';
import { openLedger } from '../../ledger/audit/sources/open.ts';
import { CannotRead } from '../../ledger/audit/sources/source.ts';
import { faultInWords, Unsound } from '../../ledger/proof/audit/fault.ts';
import { verifyReceipt } from '../../ledger/proof/receipt.ts';
import { COSIGNATURE_V1, ED25519, parseVerifierKey } from '../../ledger/proof/signed-note.ts';
import { BadOption, typedArguments, withHelp } from '../../ledger/typed-options.ts';
import { partInWords, verdictInWords } from './verdict.ts';
import { type AuditSettings, auditOptions, verify } from './verify.ts';

const DEFAULT_LEDGER = `${process.env.DATA_DIR || './data'}/ledger.sqlite`;

const HELP = `Replays a ledger and trusts nobody. docs/audit.md says what is checked.

  npm run audit -- verify LEDGER                  hashes, order, tree, seals, and every rule of the program
  npm run audit -- export FILE [--from LEDGER]    the whole ledger as lines of JSON; gzip where FILE ends in .gz
  npm run audit -- import LEDGER --into STORE     into an empty store, verified before and behind
  npm run audit -- receipt FILE                   whether a receipt holds

LEDGER is an export (.gz too), the ledger.sqlite of an embedded store, also while a program runs on it, or esdb://…
STORE is esdb://… or a data folder without a ledger. --from takes the address of a program (https://…), too.

  --checkpoint FILE     a checkpoint, cosigned or not, or a receipt from an earlier day; as many as you have
  --key KEY             the notary's verifier key, as you know it from elsewhere
  --origin ORIGIN       the first line of its checkpoints
  --witness KEY         of receipt: a witness's verifier key (C2SP, type 0x04); as many as you trust
  --super-admin WALLET  whose right is a setting, and in no event
  --former-super-admin WALLET  who had that right before; as many as there were
  --since CHECKPOINT    the rules of what stands under this checkpoint were judged before: only its root is compared
  --moved               the ledger was imported: what its events say of positions is of the store before
  --go-on               of import: what one that was cut off has left at esdb://… stays, and the rest follows; no program runs on it
  --against postgres://…  compares every table of the read models with the ledger
  --fold-in postgres://…  of --against: makes a database there for the while, and starts no Postgres of its own
  --json                the verdict as JSON on standard output

Exit codes: 0 sound, 1 not sound, 2 nothing can be said (or usage), 3 sound, but the read models differ.
`;

const EXIT = { sound: 0, unsound: 1, unknown: 2, different: 3 } as const;

/** Where the command says what was asked for (`say`), and what it tells people beside that (`tell`). */
export type Said = { readonly say: (text: string) => void; readonly tell: (text: unknown) => void };

/** @returns the exit code */
export async function auditCommand(args: readonly string[], to: Said): Promise<number> {
  // A ledger or a receipt that somebody made could steer the terminal, and write another verdict over its own.
  const said: Said = {
    say: (text) => to.say(visibleText(text)),
    tell: (text) => to.tell(typeof text === 'string' ? visibleText(text) : text),
  };
  try {
    return await run(args, said);
  } catch (error) {
    if (error instanceof Unsound) {
      said.tell(faultInWords(error.fault));
      return EXIT.unsound;
    }
    if (error instanceof BadOption) said.tell(withHelp(error, 'audit'));
    else said.tell(error instanceof CannotRead ? error.message : error);
    return EXIT.unknown;
  }
}

async function run(args: readonly string[], { say }: Said): Promise<number> {
  const { positionals, values, tokens } = typedArguments(args, {
    checkpoint: { type: 'string', multiple: true, default: [] },
    witness: { type: 'string', multiple: true, default: [] },
    key: { type: 'string' },
    origin: { type: 'string' },
    'super-admin': { type: 'string' },
    'former-super-admin': { type: 'string', multiple: true, default: [] },
    since: { type: 'string' },
    moved: { type: 'boolean', default: false },
    against: { type: 'string' },
    'fold-in': { type: 'string' },
    from: { type: 'string', default: DEFAULT_LEDGER },
    into: { type: 'string' },
    'go-on': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  });
  const [command, argument, ...rest] = positionals;
  const settings: AuditSettings = {
    ...values,
    superAdmin: values['super-admin'],
    formerSuperAdmins: values['former-super-admin'],
    foldIn: values['fold-in'],
  };
  if (values.help) {
    say(HELP);
    return EXIT.sound;
  }
  const own = command !== undefined && Object.hasOwn(OPTIONS, command) ? OPTIONS[command] : undefined;
  if (command === undefined || !own) {
    const none = command === undefined ? 'Name a command' : `There is no command '${command}'`;
    throw new BadOption(`${none}: ${Object.keys(OPTIONS).join(', ')}`);
  }
  if (argument === undefined) throw new BadOption(`'${command}' needs a name behind it`);
  if (argument === '')
    throw new BadOption(`The name behind '${command}' is empty, as of a variable that is not set`);
  if (rest.length > 0)
    throw new BadOption(`'${command}' takes one name, and no '${rest.join(' ')}' behind it`);
  mustBeAddresses(values);
  mustBeReadable(values);
  // Whoever asks for a check that a command does not make would take it for made.
  const other = tokens.find(
    (token) => token.kind === 'option' && token.name !== 'json' && !own.includes(token.name),
  );
  if (other?.kind === 'option') throw new BadOption(`'${command}' knows nothing of ${other.rawName}`);
  switch (command) {
    case 'verify': {
      const verdict = await verify(argument, settings);
      say(values.json ? JSON.stringify(verdict) : verdictInWords(verdict));
      if (verdict.verdict === 'unsound') return EXIT.unsound;
      return verdict.readModels && verdict.readModels.differences.length > 0 ? EXIT.different : EXIT.sound;
    }
    case 'export':
      return takeExport(values.from, argument, say);
    case 'import': {
      if (values.into === undefined) throw new BadOption('import needs --into STORE');
      const options = { ...(await auditOptions(settings)), goesOn: values['go-on'] };
      const { into, proof, askedFor } = await importLedger(argument, values.into, options);
      const part = askedFor === undefined ? '' : `\nThe ledger may have more: ${partInWords(askedFor)}.`;
      say(
        `${into} holds ${proof.events} events under the same root, ${proof.tree.root}.\nPositions are its own: verify it with --moved.${part}`,
      );
      return EXIT.sound;
    }
    default:
      return checkReceipt(argument, values, say);
  }
}

const OF_LEDGERS = ['checkpoint', 'key', 'origin', 'super-admin', 'former-super-admin', 'since', 'moved'];
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  verify: [...OF_LEDGERS, 'against', 'fold-in'],
  export: ['from'],
  import: [...OF_LEDGERS, 'into', 'go-on'],
  receipt: ['key', 'origin', 'witness'],
};

const POSTGRES = /^postgres(ql)?:\/\//;
const EVENT_STORE = /^esdb(\+discover)?:\/\//;
const OTHER_ADDRESS = /^[a-z][a-z0-9+.-]+:\//i;

/**
 * Taken as they are, a ledger would go into a folder of such a name, and the tables of whichever Postgres answers be compared.
 * @throws BadOption
 */
function mustBeAddresses(values: {
  readonly into?: string | undefined;
  readonly against?: string | undefined;
  readonly 'fold-in'?: string | undefined;
}): void {
  const { into = '' } = values;
  // It may carry a password.
  if (OTHER_ADDRESS.test(into) && !EVENT_STORE.test(into))
    throw new BadOption('--into is esdb://…, esdb+discover://… or a data folder.');
  for (const name of ['against', 'fold-in'] as const) {
    const address = values[name];
    if (address !== undefined && !POSTGRES.test(address))
      throw new BadOption(`--${name} is the address of a Postgres, postgres://…`);
  }
}

type Known = {
  readonly key?: string | undefined;
  readonly witness: readonly string[];
  readonly 'super-admin'?: string | undefined;
  readonly 'former-super-admin': readonly string[];
};

/**
 * What is known from elsewhere, where it was mistyped: it would be that of no ledger, and each one be called unsound.
 * @throws BadOption
 */
function mustBeReadable({
  key,
  witness,
  'super-admin': superAdmin,
  'former-super-admin': former,
}: Known): void {
  if (key !== undefined && parseVerifierKey(key)?.type !== ED25519) {
    throw new BadOption(
      `--key ${key} is no key of a notary: name+8 hex digits+base64, as the ledger page shows it.`,
    );
  }
  const unknown = witness.find((text) => parseVerifierKey(text)?.type !== COSIGNATURE_V1);
  if (unknown !== undefined)
    throw new BadOption(`--witness ${unknown} is no key of a witness (C2SP, type 0x04).`);
  const wallets = [...(superAdmin === undefined ? [] : [superAdmin]), ...former];
  const mistyped = wallets.find((text) => !listedAddressInput.safeParse(text).success);
  if (mistyped !== undefined) throw new BadOption(`${mistyped} is no address of a wallet, or was mistyped.`);
}

async function takeExport(from: string, file: string, say: Said['say']): Promise<number> {
  if (/^https?:\/\//.test(from)) await downloadExport(from, file);
  else {
    const source = await openLedger(from);
    try {
      await writeExport(source, file);
    } finally {
      await source.close();
    }
  }
  say(`${file} holds the ledger of ${from.replace(/\/\/[^@/?]*@/, '//')}; nothing of it was checked yet.`);
  return EXIT.sound;
}

async function checkReceipt(
  file: string,
  {
    key,
    origin,
    witness,
    json,
  }: { key?: string | undefined; origin?: string | undefined; witness: string[]; json: boolean },
  say: Said['say'],
): Promise<number> {
  let given: unknown;
  try {
    // A mark of the order of bytes, as some editors put before a text, is none of JSON; a browser leaves it out.
    given = JSON.parse((await readFile(file, 'utf8')).replace(/^\ufeff/, ''));
  } catch (error) {
    throw new CannotRead(`${file} cannot be read: ${error instanceof Error ? error.message : error}`, error);
  }
  const check = verifyReceipt(given, {
    ...(key !== undefined && { verifierKey: key }),
    ...(origin !== undefined && { origin }),
    witnesses: witness,
  });
  const steps = check.steps.map(
    ({ name, shows, fault }) => `${fault === undefined ? 'holds' : 'FAILS'}  ${name}: ${fault ?? shows}`,
  );
  const event = check.event ?? null;
  const limits = check.cannotShow.map((limit) => `  ${limit}`);
  say(
    json
      ? JSON.stringify({ ...check, event })
      : [...inWords(event), ...steps, `Verdict: ${check.verdict}.`, 'What this cannot show:', ...limits].join(
          '\n',
        ),
  );
  if (check.verdict === 'does not hold') return EXIT.unsound;
  return check.verdict === 'not sealed yet' ? EXIT.unknown : EXIT.sound;
}

/** As JSON: whoever made the receipt may have put anything into a text. */
function inWords(event: Receipt['event'] | null): string[] {
  if (!event) return [];
  const { id, type, stream, revision, data } = event;
  return [`Event: ${JSON.stringify({ id, type, stream, revision, data })}`];
}
