import type { Random } from '../../embedded/demo-data/random.ts';
import type { KnownValues } from './known-values.ts';
import type { JsonSchema } from './operations.ts';

/** What makes values that the server has good reason to take. */
export type Likely = {
  readonly random: Random;
  readonly known: KnownValues;
  /** The operation's, for cursors. */
  readonly path: string;
};

/** A value that fits a schema; what the schema cannot say (a wallet, an amount) follows from the field's name. */
export function likelyValue(schema: JsonSchema, field: string, likely: Likely): unknown {
  const { random } = likely;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return likelyValue(random.pick(schema.anyOf), field, likely);
  const type = typeof schema.type === 'string' ? schema.type : random.pick(schema.type ?? ['string']);
  switch (type) {
    case 'object':
      return likelyObject(schema, likely);
    case 'array': {
      const item = schema.items ?? {};
      return Array.from({ length: random.between(1, 3) }, () => likelyValue(item, field, likely));
    }
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return random.between(1, 3);
    case 'null':
      return null;
    default:
      return likelyText(field, schema, likely);
  }
}

function likelyObject({ properties = {}, required = [] }: JsonSchema, likely: Likely) {
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || likely.random.chance(0.6),
  );
  return Object.fromEntries(chosen.map(([name, schema]) => [name, likelyValue(schema, name, likely)]));
}

const WALLETS = ['adminWallet', 'adminId', 'walletAddress'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz_0123456789';

/** A text that a field of this name takes. */
function likelyText(field: string, schema: JsonSchema, { random, known, path }: Likely): string {
  if (field === 'cursor') return known.draw(`cursor of ${path}`, random) ?? 'C:1/P:1';
  if (WALLETS.includes(field) && random.chance(0.7)) {
    return known.draw('walletAddress', random) ?? randomWallet(random);
  }
  const seen = random.chance(0.9) ? known.draw(field, random) : undefined;
  const name = () => Array.from({ length: random.between(3, 12) }, () => random.pick([...LETTERS])).join('');
  switch (field) {
    case 'adminWallet':
    case 'adminId':
    case 'walletAddress':
      return randomWallet(random);
    case 'amount':
    case 'tieredAmounts':
      return random.pick(['1', '0.5', '10.25', '1000', '0.000000000000000001', '1000000']);
    case 'winnerCount':
      return random.pick(['1', '1', '2']);
    case 'email':
      return `${name().replaceAll('_', '')}x@fuzz.example`;
    case 'username':
    case 'handle':
    case 'search':
      return name();
    case 'filename':
      return `${name()}.mp3`;
    case 'file':
      return seen ?? `${name()}.mp3`;
    case 'limit':
      return String(random.between(1, 100));
    case 'reason':
      return random.pick(['Well done', 'Für alle ❤', 'a "quoted" reason, with commas']);
    case 'idempotency-key':
      return random.chance(0.3) ? (seen ?? randomUuid(random)) : randomUuid(random);
    case 'x-ledger-position':
      return known.draw('ledgerPosition', random) ?? 'C:0/P:0';
    default:
      if (seen !== undefined) return seen;
      return schema.format === 'uuid' || /Id$|^id$/.test(field) ? randomUuid(random) : name();
  }
}

const hex = (digits: number, random: Random) =>
  Array.from({ length: digits }, () => random.between(0, 15).toString(16)).join('');

export function randomUuid(random: Random): string {
  return `${hex(8, random)}-${hex(4, random)}-4${hex(3, random)}-a${hex(3, random)}-${hex(12, random)}`;
}

function randomWallet(random: Random): string {
  return `0x${hex(40, random)}`;
}
