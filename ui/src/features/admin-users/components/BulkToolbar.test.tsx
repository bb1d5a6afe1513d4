import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { limitText } from '../../../../../contracts/admin-messages.ts';
import { type Matching, matchingText } from '../model/matching.ts';
import { BulkToolbar } from './BulkToolbar.tsx';

type Props = ComponentProps<typeof BulkToolbar>;

const markupOf = (props: Pick<Props, 'selected' | 'users' | 'matching'> & Partial<Props>): string =>
  renderToStaticMarkup(
    <BulkToolbar
      found={undefined}
      waitsUntil={undefined}
      onSelectMatching={() => undefined}
      onClear={() => undefined}
      onRemove={() => undefined}
      {...props}
    />,
  );

const statusOf = (markup: string): string | undefined => /<p role="status"[^>]*>([^<]*)</.exec(markup)?.[1];

/** What it says of a selection, and whether it offers to select everybody who matches. */
function said(selected: string, shown: string, matching: Matching): readonly [string | undefined, boolean] {
  const markup = markupOf({
    selected: new Map([...selected].map((id) => [id, `user ${id}`])),
    users: [...shown].map((id) => ({ id })),
    matching,
  });
  return [statusOf(markup), markup.includes(`Select all ${matchingText(matching)} matching`)];
}

test.each([
  ['one of them', 'a', 'abc', 9, '1 selected', false],
  ['all who are loaded', 'abc', 'abc', 9, 'All 3 shown selected', true],
  ['all there are', 'abc', 'abc', 3, 'All 3 matching selected', false],
  ['everybody, of whom some are not loaded', 'abcdefghi', 'abc', 9, 'All 9 matching selected', false],
  ['the only one', 'a', 'a', 1, '1 selected', false],
  ['as many as are loaded, but one has gone and another has come', 'abc', 'bcd', 9, '3 selected', false],
  ['as many as match, but one has gone and another has come', 'abc', 'bcd', 3, '3 selected', false],
  ['all who are loaded, and one who has gone', 'abc', 'bc', 9, '3 selected', true],
  ['all who are left, and one who has gone', 'abc', 'bc', 2, '3 selected', false],
  ['one of more than were counted', 'a', 'abc', '2+', '1 selected', false],
  ['all who are loaded, of more than were counted', 'abc', 'abc', '3+', 'All 3 shown selected', true],
  ['all who are loaded, more than were counted', 'abc', 'abc', '2+', 'All 3 shown selected', true],
  ['everybody, of more than were counted', 'abcdef', 'abc', '2+', '6 selected', false],
])('%s', (_, selected, shown, matching, text, offers) => {
  const [count, moreMatch] = [Number.parseInt(`${matching}`, 10), typeof matching === 'string'];
  expect(said(selected, shown, { matching: count, moreMatch })).toEqual([text, offers]);
});

test('while everybody is being selected it says how far it is, and why it stands still', () => {
  const collecting = { selected: new Map(), users: [], matching: { matching: 2_001 }, found: 500 };
  expect(statusOf(markupOf(collecting))).toBe('Selecting 500 of 2,001…');
  const waitsUntil = new Date(2026, 2, 4, 10, 42, 37);
  expect(statusOf(markupOf({ ...collecting, waitsUntil }))).toBe(
    `Selecting 500 of 2,001… ${limitText(waitsUntil.toLocaleTimeString())}`,
  );
});
