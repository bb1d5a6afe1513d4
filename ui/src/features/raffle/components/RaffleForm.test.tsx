import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { emptyForm, type RaffleForm as Form, withMode, withTier, withWinners } from '../model/raffle-form.ts';
import { RaffleForm } from './RaffleForm.tsx';

const drawn = (form: Form): string =>
  renderToStaticMarkup(
    <RaffleForm
      eligible={1234}
      pending={false}
      form={form}
      onChange={() => undefined}
      onStart={() => undefined}
    />,
  );
const textOf = (markup: string): string => markup.replaceAll(/(<[^>]*>)+/g, '|');
const examples = (markup: string) => [...markup.matchAll(/placeholder="([^"]*)"/g)].map(([, text]) => text);

test('a flat raffle has one amount that is the same for all, and its total in two decimals', () => {
  const text = textOf(drawn({ ...emptyForm, winners: '3', amount: '0.129' }));
  expect(text).toContain('|Use Tiered Rewards|1st gets most, 2nd less, and so on|');
  expect(text).toContain('|Reward Amount (EVO)|');
  expect(text).toContain('|1,234 eligible: every user with a verified email|');
  expect(text).toContain('|Total|0|.38|EVO|');
  expect(text).toContain('Start Animated Raffle|');
});

test('a tiered one has an amount for each place with an example, and no amount for all', () => {
  const form = withTier(withMode(withWinners(emptyForm, '4'), true), 3, '7');
  const markup = drawn(form);
  expect(textOf(markup)).toContain('|1st place|2nd place|3rd place|4th place|');
  expect(textOf(markup)).not.toContain('Reward Amount (EVO)');
  expect(examples(markup)).toEqual(['500', '300', '200', '100']);
  expect(textOf(markup)).toContain('|Total|7|.00|EVO|');
});
