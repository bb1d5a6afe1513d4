import { expect, test } from 'vitest';
import { nothingHappens, STEPS, stepAt, stepTexts } from './connect-steps.ts';

test('an attempt goes from the choice over approving and signing to the end, never back', () => {
  const places = [undefined, 'accounts', 'network', 'signature', 'session'] as const;
  expect(places.map((step) => STEPS[stepAt(step)])).toEqual(['Choose', 'Approve', 'Approve', 'Sign', 'Done']);
});

test('each step names the wallet that was chosen', () => {
  for (const step of ['accounts', 'network', 'signature'] as const) {
    expect(stepTexts(step, 'Rabby').title).toContain('Rabby');
  }
  expect(nothingHappens('Rabby')).toContain('Open Rabby');
});
