import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { limitText } from '../../../../contracts/admin-messages.ts';
import { RowProgress } from './RowProgress.tsx';

const statusesOf = (waitsUntil: Date | undefined) => {
  const row = (
    <RowProgress
      label="Removing"
      state="Removing: "
      text="100 of 400 users"
      value={100}
      of={400}
      waitsUntil={waitsUntil}
    />
  );
  const statuses = renderToStaticMarkup(row).matchAll(/<p role="status"[^>]*>(.*?)<\/p>/g);
  return [...statuses].map(([, text]) => text);
};

test('a row of calls says how far it is, and, while it waits for a limit, until when', () => {
  expect(statusesOf(undefined)).toEqual(['Removing: 100 of 400 users', '']);
  const until = new Date(2026, 2, 4, 10, 42, 37);
  expect(statusesOf(until)).toEqual(['Removing: 100 of 400 users', limitText(until.toLocaleTimeString())]);
});
