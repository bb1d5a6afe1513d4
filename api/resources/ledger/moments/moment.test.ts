import { describe, expect, test } from 'vitest';
import { HttpError } from '../../../http/http-error.ts';
import { parseMoment } from './moment.ts';

describe('a moment', () => {
  test('is now where none is named', () => expect(parseMoment(undefined, 'at')).toBeUndefined());
  test('is a position', () => expect(parseMoment('C:12/P:7', 'at')).toEqual({ commit: 12n, prepare: 7n }));
  test.each([
    ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00.000Z'],
    ['2026-01-05T10:00:00.25+02:00', '2026-01-05T08:00:00.250Z'],
    ['2026-01-05T10:00:00.123999Z', '2026-01-05T10:00:00.123Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ])('is the time %s', (text, expected) => {
    expect(parseMoment(text, 'at')).toEqual(new Date(expected));
  });
  test.each([
    '',
    'now',
    '2026-01-05',
    '2026-01-05T10:00:00',
    '2026-02-30T10:00:00Z',
    '2026-01-05T24:00:01Z',
    '1767600000',
    'C:1/P:-1',
    'C:99999999999999999999/P:1',
    'C:1/P:1 ',
    '2026-01-05T10:00:00+99:00',
  ])('is not %j', (text) => {
    expect(() => parseMoment(text, 'at')).toThrow(HttpError);
    try {
      parseMoment(text, 'at');
    } catch (error) {
      expect(error).toMatchObject({ status: 400, fields: { at: expect.any(String) } });
    }
  });
});
