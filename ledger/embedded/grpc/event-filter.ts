import { type Frame, frameHeader } from '../wire/frame.ts';
import { invalidArgument } from './rpc-errors.ts';

export type EventFilter = (frame: Frame) => boolean;

/** A regular expression wins over prefixes, as in EventStoreDB. Throws an RpcError on one that is invalid. */
export function createFilter(on: 'stream' | 'type', regex: string, prefixes: readonly string[]): EventFilter {
  const matches = regex ? byRegex(regex) : byPrefix(prefixes);
  return (frame) => matches(frameHeader(frame)[on]);
}

function byPrefix(prefixes: readonly string[]): (text: string) => boolean {
  if (prefixes.length === 0) throw invalidArgument('The filter has neither a regex nor a prefix.');
  return (text) => prefixes.some((prefix) => text.startsWith(prefix));
}

/** .NET writes flags inline, as in `(?i)abc`; JavaScript has them beside the expression. */
function byRegex(source: string): (text: string) => boolean {
  const inline = /^\(\?([ims]+)\)/.exec(source);
  const pattern = inline ? source.slice(inline[0].length) : source;
  const flags = inline?.[1] ?? '';
  const regex = compile(pattern, `${flags}u`) ?? compile(pattern, flags);
  if (!regex) throw invalidArgument(`'${source}' is not a valid regular expression.`);
  return (text) => regex.test(text);
}

/** The `u` flag knows `\p{L}` as .NET does but refuses some escapes that .NET takes. */
function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
