import { type Frame, frameHeader } from '../wire/frame.ts';
import { DotNetRegexError, dotNetRegex } from './dotnet-regex.ts';
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

function byRegex(source: string): (text: string) => boolean {
  try {
    const regex = dotNetRegex(source);
    return (text) => regex.test(text);
  } catch (error) {
    if (!(error instanceof DotNetRegexError)) throw error;
    throw invalidArgument(
      `The regular expression '${source}' cannot be read as EventStoreDB reads it: ${error.message}.`,
    );
  }
}
