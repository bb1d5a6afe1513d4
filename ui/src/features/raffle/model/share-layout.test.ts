import { expect, test } from 'vitest';
import { PICTURE, shareFileName, shareLayout } from './share-layout.ts';

test.each([1, 2, 5, 6, 10, 11, 15, 16, 50, 1_000])(
  '%i winners stand within the picture, never over the footer',
  (winners) => {
    const { rows, more } = shareLayout(winners);
    const boxes = [...rows, ...(more ? [more.box] : [])];
    for (const { x, y, width } of boxes) {
      expect(x).toBeGreaterThanOrEqual(PICTURE.margin);
      expect(x + width).toBeLessThanOrEqual(PICTURE.width - PICTURE.margin);
      expect(y + PICTURE.row).toBeLessThanOrEqual(690);
    }
    expect(new Set(boxes.map(({ x, y }) => `${x}/${y}`)).size).toBe(boxes.length);
    expect(rows.length + (more?.count ?? 0)).toBe(winners);
  },
);

test('rows are 80 high with 20 between; five fit a column, then there are two, then three', () => {
  const { rows, columns } = shareLayout(5);
  expect(columns).toBe(1);
  expect(rows.map(({ y }) => y - (rows[0]?.y ?? 0))).toEqual([0, 100, 200, 300, 400]);
  expect(shareLayout(6).columns).toBe(2);
  expect(shareLayout(11).columns).toBe(3);
});

test('what has no room is counted', () => {
  expect(shareLayout(15).more).toBeUndefined();
  expect(shareLayout(50).more?.count).toBe(36);
});

test('the file name has the completion date', () => {
  expect(shareFileName('2026-03-04T23:59:59.000Z')).toBe('evo-raffle-results-2026-03-04.png');
});
