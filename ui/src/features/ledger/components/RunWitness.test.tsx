import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { RunWitness } from './RunWitness.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the command names the notary’s key and where the ledger is followed, as the witness takes them', () => {
  vi.stubGlobal('location', { origin: 'https://evo.example' });
  const key = 'evo.example/ledger+12345678+AQID';
  const command = (markup: string) =>
    /npm run witness[^<]*/.exec(markup)?.[0].replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  const notary = { verifierKey: key } as Parameters<typeof RunWitness>[0]['notary'];
  expect(command(renderToStaticMarkup(<RunWitness notary={notary} />))).toBe(
    `npm run witness -- --log ${key} --name witness.example/w1 --follow https://evo.example/api/ledger`,
  );
  expect(command(renderToStaticMarkup(<RunWitness notary={undefined} />))).toContain(
    '--log <key of the notary> --name',
  );
});
