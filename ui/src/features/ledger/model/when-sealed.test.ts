import { expect, test } from 'vitest';
import { sealTexts } from '../../../../../contracts/seal-messages.ts';
import { whenSealed } from './when-sealed.ts';

const notary = { origin: 'evo.example/ledger', verifierKey: null, state: 'sealing', reason: null } as const;

test('an event that is not sealed yet is told when the program seals, by its setting, or why it does not', () => {
  expect(whenSealed({ notary: { ...notary, sealsEvery: 300 } })).toBe(
    'The notary seals new events about every 5 minutes.',
  );
  for (const reason of ['the root differs', 'the root differs.'])
    expect(whenSealed({ notary: { ...notary, state: 'halted', reason, sealsEvery: 300 } })).toBe(
      'Nothing is sealed now: the root differs.',
    );
  // Of a release that does not say it, and before the first answer.
  expect(whenSealed({ notary })).toBe(sealTexts.nextSeal(undefined));
  expect(whenSealed(undefined)).toBe(sealTexts.nextSeal(undefined));
});
