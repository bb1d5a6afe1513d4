import type { ParseArgsConfig } from 'node:util';
import { parseArgs } from 'node:util';

/** What was typed behind a command cannot be used; the message is one line. */
export class BadOption extends Error {}

/**
 * What was typed behind a command, as `parseArgs` reads it, and a negative number as the value that it is meant for.
 * @throws BadOption
 */
export function typedOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: withNegatives(args), options }).values;
  } catch (fault) {
    // https://nodejs.org/api/util.html#utilparseargsconfig: a TypeError of what was typed, with advice on further lines.
    if (!(fault instanceof TypeError)) throw fault;
    throw new BadOption(fault.message.split('\n')[0]);
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
