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
  return read(() => parseArgs({ args: asTyped(args, options), options, tokens: true })).values;
}

/**
 * The same of a command that is told names, too, beside its options.
 * @throws BadOption
 */
export function typedArguments<const Given extends Options>(args: readonly string[], options: Given) {
  const config = { args: asTyped(args, options), options, tokens: true, allowPositionals: true } as const;
  return read(() => parseArgs(config));
}

/** Whether somebody asks what there is: that is told, whatever else was typed. */
export const asksForHelp = (args: readonly string[]): boolean =>
  args.some((arg) => arg === '--help' || arg === '-h');

/** @throws BadOption unless what stands behind an option is a whole number from `least` to `most` */
export function typedNumber(option: string, text: string, least: number, most: number): number {
  return wholeNumber(`--${option}`, text, least, most);
}

/**
 * The same of what has no name of an option. It is written in digits: of `0x10` and `1e9` few know what they would come to.
 * @throws BadOption
 */
export function wholeNumber(what: string, text: string, least: number, most: number): number {
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= least && number <= most) return number;
  throw new BadOption(`${what} is a whole number from ${least} to ${most}, not '${text}'`);
}

/** Seconds, say. @throws BadOption unless it is a number from `least` to `most`, written in digits with or without a point */
export function decimalNumber(what: string, text: string, least: number, most: number): number {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new BadOption(`${what} is a number from ${least} to ${most}, not '${text}'`);
}

/**
 * Runs `npm run NAME`, or `node NAME` where it ends in `.ts`. Where what was typed cannot be used one line on standard error
 * says what is wrong, and where to read what there is; the exit code is 2 then.
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
  const asked = name.endsWith('.ts') ? `node ${name} --help` : `npm run ${name} -- --help`;
  return `${message.replace(/\.$/, '')} (${asked} says what there is)`;
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

/** Where the command knows of help and is asked for it, that is all. */
function asTyped(args: readonly string[], options: Options): string[] {
  return 'help' in options && asksForHelp(args) ? ['--help'] : withNegatives(args);
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
