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
  return (text) => prefixes.some((prefix) => startsByCulture(text, prefix));
}

const ASCII = /^[ -~]*$/;
/** As ICU compares where no language is said: what is ignorable is ignored, composed or not is the same. */
const culture = new Intl.Collator('und', { sensitivity: 'variant' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** .NET compares texts by culture unless told otherwise, and EventStoreDB does not tell it. */
function startsByCulture(text: string, prefix: string): boolean {
  if (ASCII.test(prefix) && ASCII.test(text)) return text.startsWith(prefix);
  if (culture.compare('', prefix) === 0) return true;
  for (const { index, segment } of graphemes.segment(text)) {
    if (culture.compare(text.slice(0, index + segment.length), prefix) === 0) return true;
  }
  return false;
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
