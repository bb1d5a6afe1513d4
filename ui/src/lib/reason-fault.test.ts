import { expect, test } from 'vitest';
import { validation } from '../../../contracts/messages.ts';
import { reasonFault } from './reason-fault.ts';

test('a reason has at most 200 characters, the spaces around it not counted', () => {
  expect(reasonFault('')).toBeUndefined();
  expect(reasonFault('x'.repeat(200))).toBeUndefined();
  expect(reasonFault(` ${'x'.repeat(200)}  `)).toBeUndefined();
  expect(reasonFault('x'.repeat(201))).toBe(validation.reasonTooLong);
  expect(reasonFault(`x${' '.repeat(199)}x`)).toBe(validation.reasonTooLong);
});
