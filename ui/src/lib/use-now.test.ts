import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ageText } from './format-age.ts';
import { useNow } from './use-now.ts';

const DAY = '2026-11-22T';

beforeEach(() => vi.useFakeTimers({ now: Date.parse(`${DAY}12:01:15Z`), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

/** What a component renders that asks for the present. */
const rendered = (textAt: (now: number) => string): string =>
  renderToStaticMarkup(createElement(() => textAt(useNow())));

test('the present is the present, and not the minute that it will be', () => {
  expect(rendered(String)).toBe(String(Date.parse(`${DAY}12:01:15Z`)));
});

test.each([
  ['12:00:55', 'just now'],
  ['12:00:16', 'just now'],
  ['12:00:15', '1m ago'],
  ['11:01:16', '59m ago'],
  ['11:01:15', '1h ago'],
  ['12:01:20', 'just now'],
])('at 12:01:15 something of %s is of "%s"', (time, age) => {
  expect(rendered((now) => ageText(`${DAY}${time}Z`, now))).toBe(age);
});
