import { readFileSync } from 'node:fs';
import { codeOf } from '../contracts/error-code.ts';

/** A name or an IPv4 address, and a port: the client takes no IPv6. EventStoreDB's connection strings may name several. */
const HOST = /^[\w.-]+(?::(\d{1,5}))?$/;
const CONNECTION =
  /^esdb(?:\+discover)?:\/\/(?:([^\s@/?,:]+):([^\s@/?,:]+)@)?([^\s@/?]+)\/?(?:\?([^\s?]+))?$/;

/**
 * The options that the client knows, and with which the program works: one that it does not know it ignores, and tells its
 * log so with the password beside it; without `throwOnAppendFailure` a conflict would be no answer.
 * @see https://github.com/EventStore/EventStore-Client-NodeJS/blob/v6.2.1/packages/db-client/src/Client/parseConnectionString.ts
 */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  tls: /^(true|false)$/,
  tlsVerifyCert: /^true$/,
  tlsCaFile: /^.+$/,
  userCertFile: /^.+$/,
  userKeyFile: /^.+$/,
  throwOnAppendFailure: /^true$/,
  nodePreference: /^(leader|follower|random|read_?only_?replica)$/i,
  connectionName: /^.+$/,
  maxDiscoverAttempts: /^\d{1,9}$/,
  discoveryInterval: /^\d{1,9}$/,
  gossipTimeout: /^\d{1,9}$/,
  defaultDeadline: /^\d{1,9}$/,
  keepAliveInterval: /^(-1|\d{1,9})$/,
  keepAliveTimeout: /^(-1|\d{1,9})$/,
};
/** However large and divided its letters are. */
const flat = (name: string) => name.toLowerCase().replace(/[_-]/g, '');
const optionsByName = new Map(Object.entries(OPTIONS).map(([name, values]) => [flat(name), values]));
const FILES = ['tlsCaFile', 'userCertFile', 'userKeyFile'].map(flat);

/**
 * Whether a text is a connection string of EventStoreDB: `esdb://user:password@host:2113,other:2113?tls=true`, or
 * `esdb+discover://name:2113`. A user's name and password stand in it as in any URL, with `%40` for `@`.
 */
export function isEventStoreUrl(text: string): boolean {
  return faultOf(text) === undefined;
}

/** What a setting says of a text that is none, without a word of what it is. */
export function eventStoreUrlFault(text: string): string {
  return faultOf(text) ?? SHAPE;
}

const SHAPE =
  'must be esdb://user:password@host:2113, with several hosts divided by commas, or esdb+discover://… of one, and names and passwords as in any URL (%40 for @, %3A for :)';

function faultOf(text: string): string | undefined {
  const [found, user = '', password = '', hosts = '', query = ''] = CONNECTION.exec(text) ?? [];
  if (found === undefined || ![user, password].every(isEncoded)) return SHAPE;
  const all = hosts.split(',');
  if (all.length > 1 && text.startsWith('esdb+discover:')) return SHAPE;
  for (const host of all) {
    const [isHost, port = '2113'] = HOST.exec(host) ?? [];
    if (isHost === undefined || Number(port) < 1 || Number(port) > 65_535) return SHAPE;
  }
  for (const [name, value] of optionsOf(query)) {
    const values = optionsByName.get(flat(name));
    if (!values) return `has the option ${name}, which the event store's client does not know`;
    if (!values.test(value) || !isEncoded(value))
      return `has the option ${name} with a value that it cannot have`;
  }
  return undefined;
}

/**
 * The files of certificates and keys that a connection string names and that cannot be read, in words.
 * @param text a connection string
 */
export function unreadableFiles(text: string): string[] {
  return optionsOf(text.split('?')[1] ?? '').flatMap(([name, value]) => {
    if (!FILES.includes(flat(name))) return [];
    const file = decodeURIComponent(value);
    try {
      readFileSync(file);
      return [];
    } catch (error) {
      return [`${name} ${file} cannot be read (${String(codeOf(error))})`];
    }
  });
}

/**
 * An option of a connection string as the client takes it, however its name is written and its value encoded; undefined
 * where it is not given.
 * @param text a connection string
 */
export function optionOf(text: string, name: string): string | undefined {
  const found = optionsOf(text.split('?')[1] ?? '').findLast(([given]) => flat(given) === flat(name));
  return found && decodeURIComponent(found[1]);
}

function optionsOf(query: string): [name: string, value: string][] {
  if (query === '') return [];
  return query.split('&').map((option) => {
    const [name = '', ...value] = option.split('=');
    return [name, value.join('=')];
  });
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a connection string leads to a store without TLS. */
export const isPlain = (text: string): boolean => optionOf(text, 'tls') === 'false';
