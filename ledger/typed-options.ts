import type { ParseArgsConfig } from 'node:util';
import { parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What was typed behind a command cannot be used; the message is one line. */
export class BadOption extends Error {}

/**
 * What was typed behind a command, as `parseArgs` reads it, and a negative number as the value that it is meant for.
 * @throws BadOption
 */
export function typedOptions<const Given extends Options>(args: readonly string[], options: Given) {
  return read(() => parseArgs({ args: withNegatives(args), options, tokens: true })).values;
}

/**
 * The same of a command that is told names, too, beside its options.
 * @throws BadOption
 */
export function typedArguments<const Given extends Options>(args: readonly string[], options: Given) {
  const config = { args: withNegatives(args), options, tokens: true, allowPositionals: true } as const;
  return read(() => parseArgs(config));
}

/** @throws BadOption unless it is a whole number from `least` to `most` */
export function typedNumber(option: string, text: string, least: number, most: number): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new BadOption(`--${option} is a whole number from ${least} to ${most}, not '${text}'`);
}

/**
 * Runs `npm run NAME`. Where what was typed cannot be used one line on standard error says what is wrong, and where to read
 * what there is; the exit code is 2 then.
 * @param told what is said of any other fault, with exit code 1; without it such a fault is one of the program
 */
export async function runCommand(
  name: string,
  run: () => Promise<void> | void,
  told?: (fault: unknown) => unknown,
): Promise<void> {
  try {
    await run();
  } catch (fault) {
    const isUsage = fault instanceof BadOption;
    if (!isUsage && !told) throw fault;
    console.error(isUsage ? withHelp(fault, name) : told?.(fault));
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** What is wrong, and where to read what there is, in one line. */
export function withHelp({ message }: BadOption, name: string): string {
  return `${message.replace(/\.$/, '')} (npm run ${name} -- --help says what there is)`;
}

type Token = { readonly kind: string; readonly rawName?: string; readonly value?: string | undefined };

function read<Parsed extends { readonly tokens: readonly Token[] }>(parse: () => Parsed): Parsed {
  const parsed = parsedBy(parse);
  const empty = parsed.tokens.find(({ kind, value }) => kind === 'option' && value === '');
  if (empty)
    throw new BadOption(`What stands behind ${empty.rawName} is empty, as of a variable that is not set`);
  return parsed;
}

function parsedBy<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (fault) {
    // https://nodejs.org/api/util.html#utilparseargsconfig: a TypeError of what was typed, with advice in further words.
    if (!(fault instanceof TypeError)) throw fault;
    throw new BadOption(fault.message.split(/\n|\. To specify /)[0]);
  }
}

/** `--days -1` as `--days=-1`: else the number would be taken for an option. */
function withNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    if (/^-\d/.test(arg) && last !== undefined && /^--[^=]+$/.test(last))
      joined.splice(-1, 1, `${last}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}
