import { expect, test } from 'vitest';
import { booksAt, partOf, partPath, withEvent } from './ledger-address.ts';

const query = (text: string) => new URLSearchParams(text);

test('an address names one part of the page', () => {
  expect(
    ['', 'part=events', 'mine', 'part=mine', 'part=nothing', 'at=x'].map((text) => partOf(query(text))),
  ).toEqual(['books', 'events', 'mine', 'mine', 'books', 'books']);
  expect([partPath('books'), partPath('seals')]).toEqual(['/ledger', '/ledger?part=seals']);
});

test('an event is opened over what is shown, and closed again', () => {
  const shown = query('part=events&type=RewardGranted');
  const opened = withEvent(shown, 'id');
  expect(opened).toBe('/ledger?part=events&type=RewardGranted&event=id');
  expect(withEvent(query(opened.split('?')[1] ?? ''), undefined)).toBe(
    '/ledger?part=events&type=RewardGranted',
  );
  expect(withEvent(query('event=id'), undefined)).toBe('/ledger');
  expect(booksAt('C:1/P:2')).toBe('/ledger?at=C%3A1%2FP%3A2');
});
