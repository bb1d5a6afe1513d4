import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StatCard } from './StatCard.tsx';

const shown = (footnote: ComponentProps<typeof StatCard>['footnote']): string =>
  renderToStaticMarkup(
    <StatCard
      title="Total Rewards"
      icon="coins"
      value="1,234"
      change="+5"
      changeLabel="this week"
      footnote={footnote}
    />,
  );
const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|');

test('a stat card has an icon, title, value and change with its label, and a subtitle or a USD value', () => {
  expect(textOf(shown({ subtitle: 'of everybody' }))).toBe(
    '|Total Rewards|1,234|+5 |this week|of everybody|',
  );
  expect(textOf(shown({ usd: '12.34' }))).toBe('|Total Rewards|1,234|+5 |this week|$12.34|');
  expect(shown({ usd: '12.34' })).toContain('<svg');
});
