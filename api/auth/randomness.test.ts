import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Files that use a guessable number for a pause between two attempts, where guessing it gains nothing. */
const PAUSES = [
  'api/integrations/email/mailer.ts',
  'ledger/timing.ts',
  'projector/projection.ts',
  'ui/src/lib/api/query-client.ts',
  'ui/src/lib/connection/connection.ts',
];

/** `generateSiweNonce` is made of the second one. */
const GUESSABLE = /\b(Math\s*\.\s*random|generateSiweNonce)\b/;

const root = new URL('../../', import.meta.url);

async function sources(): Promise<string[]> {
  const rooms = await Promise.all(
    ['api', 'contracts', 'ledger', 'projector', 'ui/src'].map(async (room) =>
      (await readdir(new URL(room, root), { recursive: true })).map((path) => `${room}/${path}`),
    ),
  );
  const isTest = /(^|\/)(testing|bench|simulation)\/|\.(test|chaos|bench)\.tsx?$/;
  return rooms.flat().filter((path) => /\.tsx?$/.test(path) && !isTest.test(path));
}

/** Line and block comments may name what is not used. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');

test('no nonce, token, id or seed is made of a guessable number', async () => {
  const paths = await sources();
  const found: string[] = [];
  for (const path of paths) {
    if (GUESSABLE.test(withoutComments(await readFile(new URL(path, root), 'utf8')))) found.push(path);
  }
  expect(paths.length).toBeGreaterThan(200);
  expect(found.sort()).toEqual(PAUSES);
});
