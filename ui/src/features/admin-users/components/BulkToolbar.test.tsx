import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BulkToolbar } from './BulkToolbar.tsx';

/** What it says of a selection, and whether it offers to select everybody who matches. */
function said(selected: string, shown: string, matching: number): readonly [string | undefined, boolean] {
  const nothing = () => undefined;
  const toolbar = (
    <BulkToolbar
      selected={new Map([...selected].map((id) => [id, `user ${id}`]))}
      users={[...shown].map((id) => ({ id }))}
      matching={matching}
      found={undefined}
      onSelectMatching={nothing}
      onClear={nothing}
      onRemove={nothing}
    />
  );
  const markup = renderToStaticMarkup(toolbar);
  return [/<p role="status"[^>]*>([^<]*)</.exec(markup)?.[1], markup.includes('Select all')];
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
])('%s', (_, selected, shown, matching, text, offers) => {
  expect(said(selected, shown, matching)).toEqual([text, offers]);
});
