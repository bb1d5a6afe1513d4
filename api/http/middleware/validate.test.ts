import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { removeUsers } from '../../../contracts/api/admin-acts.ts';
import { payRaffle } from '../../../contracts/api/raffle.ts';
import { claimRewards } from '../../../contracts/api/rewards.ts';
import { connectSocial } from '../../../contracts/api/social.ts';
import { HttpError } from '../http-error.ts';
import { endpoints } from '../openapi.ts';
import { validate } from './validate.ts';

// As the whole program has it: settings tell what is wrong in the validator's own words.
z.config(z.locales.en());

/** What is said of an input that is refused: in all, and of each field. */
function refusalOf(schema: z.ZodMiniType, input: unknown) {
  try {
    validate(schema, input);
  } catch (refusal) {
    if (!(refusal instanceof HttpError)) throw refusal;
    return { message: refusal.message, fields: refusal.fields ?? {} };
  }
  return undefined;
}

const id = '00000000-0000-4000-8000-000000000001';

test.each<[z.ZodMiniType, unknown, string]>([
  [removeUsers.request, {}, '“userIds” is missing'],
  [removeUsers.request, { userIds: [] }, '“userIds” is empty'],
  [removeUsers.request, { userIds: 'all' }, '“userIds” has to be a list'],
  [removeUsers.request, { userIds: [id, 'x'] }, '“userIds.1” is no id: it has to be a UUID'],
  [removeUsers.request, { userIds: Array(501).fill(id) }, '“userIds” has more than 500 entries'],
  [removeUsers.request, { userIds: [id], reason: ' ' }, '“reason” is empty'],
  [removeUsers.request, { userIds: [id], reason: 7 }, '“reason” has to be a text'],
  [removeUsers.request, null, 'The request has to be an object'],
  [payRaffle.request, { place: 0 }, '“place” has to be 1 or more'],
  [payRaffle.request, { place: 1.5 }, '“place” has to be a whole number'],
  [claimRewards.request, { ['x'.repeat(100)]: 1 }, `Nothing called “${'x'.repeat(60)}” is asked for here`],
  [
    connectSocial.request,
    { platform: 'icq', handle: 'a' },
    '“platform” has to be one of twitter, instagram, youtube',
  ],
])('what is wrong with a request is told in words: %#', (schema, input, told) => {
  expect(refusalOf(schema, input)?.message).toBe(told);
});

test('no call tells anything of a request in the words of the validator', () => {
  const odd = [
    ...[undefined, null, 5, -1, 1.5, '', 'zz', 'x'.repeat(5_000), true, [], ['x'], [5], [{}], {}, { a: {} }],
  ];
  const told = new Set<string>();
  for (const { request, path } of endpoints) {
    if (!request) continue;
    const { properties = {} } = z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' });
    const inputs = [
      ...odd,
      { elsewhere: 1 },
      ...Object.keys(properties).flatMap((name) => odd.map((value) => ({ [name]: value }))),
    ];
    for (const input of inputs) {
      const refusal = refusalOf(request, input);
      for (const text of [refusal?.message, ...Object.values(refusal?.fields ?? {})])
        if (text !== undefined && RAW.test(text)) told.add(`${path}: ${text}`);
    }
  }
  expect([...told]).toEqual([]);
});

const RAW = /^(Invalid |Too (big|small)|Unrecognized)|expected|received|pattern/;
