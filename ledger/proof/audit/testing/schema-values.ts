import fc from 'fast-check';
import * as z from 'zod/mini';
import { eventMetadata } from '../../../../contracts/events/event.ts';
import { eventSchemas } from '../../../../contracts/events/ledger-event.ts';
import { canonicalJson } from '../../canonical-json.ts';

/** What a schema and the slow writer say of it together. */
export function slowText(schema: z.core.$ZodType, value: unknown): string | undefined {
  if (!z.safeParse(schema, value).success) return undefined;
  try {
    return canonicalJson(value);
  } catch {
    return undefined;
  }
}

/** Values that the schema accepts, made of its own definition; strings are `free` where it allows any. */
export function accepted(
  schema: z.core.$ZodType,
  free: fc.Arbitrary<string> = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const members = Object.entries(def.shape).map(([key, member]) => {
        const inner = (member as z.core.$ZodTypes)._zod.def;
        const value =
          inner.type === 'optional' ? fc.option(accepted(inner.innerType, free)) : accepted(member, free);
        return value.map((made) => (inner.type === 'optional' && made === null ? [] : [[key, made]]));
      });
      // In many orders, as JSON has it.
      return fc.tuple(fc.nat(9), ...members).map(([turn, ...made]) => {
        const pairs = made.flat();
        const turned = [
          ...pairs.slice(turn % (pairs.length + 1)),
          ...pairs.slice(0, turn % (pairs.length + 1)),
        ];
        return Object.fromEntries(turned);
      });
    }
    case 'string': {
      const checks = [def, ...(def.checks ?? []).map(({ _zod }) => _zod.def)];
      const pattern = checks.map((check) => Reflect.get(check, 'pattern')).find((one) => one !== undefined);
      const format = Reflect.get(def, 'format');
      if (format === 'datetime')
        return fc.date({ noInvalidDate: true, ...YEARS }).map((at) => at.toISOString());
      if (format === 'date')
        return fc.date({ noInvalidDate: true, ...YEARS }).map((at) => at.toISOString().slice(0, 10));
      if (format === 'base64') return fc.base64String();
      if (pattern instanceof RegExp) return matching(pattern);
      return free;
    }
    case 'number':
      return fc.integer({ min: 1, max: 1_000 });
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'nullable':
      return fc.option(accepted(def.innerType, free));
    case 'array':
      return fc.array(accepted(def.element, free), { minLength: 1, maxLength: 3 });
    case 'union':
      return fc.oneof(...def.options.map((option) => accepted(option, free)));
    default:
      throw new Error(`no event has a ${def.type}`);
  }
}

/** What stands nowhere in an event, or not in that place. */
export const OTHERS = [
  null,
  true,
  -1,
  0,
  0.5,
  1e21,
  '',
  'x',
  '"',
  '\\',
  '\u007f',
  '\ud800',
  'é',
  {},
  [],
  { a: 1 },
];

/** A few of each pattern, made once: the making is slow. */
const samples = new Map<string, fc.Arbitrary<string>>();
function matching(pattern: RegExp): fc.Arbitrary<string> {
  const known = samples.get(pattern.source) ?? fc.constantFrom(...fc.sample(fc.stringMatching(pattern), 6));
  samples.set(pattern.source, known);
  return known;
}
const YEARS = { min: new Date('2020-01-01'), max: new Date('2099-01-01') };

/** The value with something in it put another way. */
export function bent(value: unknown, [place, kind]: readonly [number, number], other: unknown): unknown {
  const holders: [object, string][] = [];
  const copy: unknown = JSON.parse(JSON.stringify({ value }));
  const gather = (holder: unknown) => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const [key, member] of Object.entries(holder)) {
      holders.push([holder, key]);
      gather(member);
    }
  };
  gather(copy);
  const [holder, key] = holders[place % holders.length] ?? [];
  if (!holder || key === undefined) return copy;
  if (kind === 0) Reflect.deleteProperty(holder, key);
  else if (kind === 1) Reflect.set(holder, `${key}_`, other);
  else if (kind === 2) Reflect.set(holder, key, `${Reflect.get(holder, key)} `);
  else if (kind === 3) Reflect.set(holder, key, [Reflect.get(holder, key)]);
  else Reflect.set(holder, key, other);
  return Reflect.get(Object(copy), 'value');
}

/** The schemas of all that an event holds, by name. */
export const schemas: readonly [string, z.core.$ZodType][] = [
  ['metadata', eventMetadata],
  ...Object.entries(eventSchemas).map(([type, { data }]): [string, z.core.$ZodType] => [type, data]),
];
