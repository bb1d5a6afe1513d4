import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AdminActivity } from '../api/activity-pages.ts';
import { ActivityRow } from './ActivityRow.tsx';

const act: AdminActivity = {
  id: '00000000-0000-4000-8000-000000000001',
  created_at: '2026-03-04T12:00:00.000Z',
  action_type: 'reward_sent',
  performed_by_wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  description: 'Sent 10.50 EVO to anna',
  details: { reason: 'Helped others' },
  undoable: false,
};

const drawn = (more: Partial<AdminActivity> = {}): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ActivityRow activity={{ ...act, ...more }} onUndo={() => undefined} />
    </QueryClientProvider>,
  );

test('an act has a badge, who did it as 6 and 4, when, what it was, and its details', () => {
  const markup = drawn();
  const text = markup.replaceAll(/(<[^>]*>)+/g, '|');
  expect(text).toMatch(/^\|Reward sent\|0x7099…79C8\|/);
  expect(markup).toContain(`<time dateTime="${act.created_at}"`);
  expect(text).toContain(`|${new Date(act.created_at).toLocaleString()}|`);
  expect(text).toMatch(/\|Sent 10\.50 EVO to anna\|Details\|.*\|Helped others\|/);
});

test('an act of nobody is the program’s, and only one that can still be undone offers it', () => {
  expect(drawn({ performed_by_wallet: null }).replaceAll(/(<[^>]*>)+/g, '|')).toMatch(
    /^\|Reward sent\|System\|/,
  );
  expect(drawn()).not.toContain('Undo');
  expect(drawn({ undoable: true })).toContain('Undo');
});
