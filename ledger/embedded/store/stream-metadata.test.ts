import { expect, test } from 'vitest';
import { NO_METADATA, parseStreamMetadata, SOFT_DELETED, withTruncateBefore } from './stream-metadata.ts';

const parse = (json: string) => parseStreamMetadata(Buffer.from(json));

test('all fields at once', () => {
  const json =
    '{"$maxCount":3,"$maxAge":60,"$tb":2,"$cacheControl":5,"$tmp":false,"$acl":{"$r":"$all","$mw":["a","b"]}}';
  expect(parse(json)).toEqual({ maxCount: 3, maxAge: 60_000, truncateBefore: 2, softDeleted: false });
});

test.each(['', '{', '{"$maxCount":2', "{'$maxCount':2}", '\u0000'])(
  'what cannot be read counts for nothing: %j',
  (text) => {
    expect(parse(text)).toEqual(NO_METADATA);
  },
);

test('what is nested too deep to be read counts for nothing, and is not moved', () => {
  const deep = Buffer.from(`{"$maxCount":2,"mine":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
  expect(parseStreamMetadata(deep)).toEqual(NO_METADATA);
  expect(withTruncateBefore(deep, 7)).toBeUndefined();
});

test('only the largest number of 64 bits is a soft delete', () => {
  expect(parse(SOFT_DELETED.toString())).toMatchObject({ softDeleted: true });
  expect(parse('{"$tb":9223372036854775806}')).toMatchObject({
    softDeleted: false,
    truncateBefore: Number.MAX_SAFE_INTEGER,
  });
  expect(parse('{"$tb":9223372036854775808}')).toEqual(NO_METADATA);
});

test('moving $tb leaves every other digit as it was written', () => {
  const moved = withTruncateBefore(Buffer.from('{"$tb":1,"mine":[1.0,12345678901234567890]}'), 7);
  expect(moved?.toString()).toBe('{"$tb":7,"mine":[1.0,12345678901234567890]}');
  expect(withTruncateBefore(Buffer.from('[1]'), 7)).toBeUndefined();
});
