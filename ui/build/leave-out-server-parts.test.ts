import { expect, test } from 'vitest';
import { withoutServerParts } from './leave-out-server-parts.ts';

test('of a call stays what a page uses: its method, its path and its answer', () => {
  const code = `
    const name = z.string();
    export const rename = endpoint({
      method: 'PUT',
      ...forMembers,
      path: '/api/users/:walletAddress/username',
      summary: 'It\\'s the name: { "of" }',
      refusals: [409],
      refusal: refusals.notYours,
      also: { 304: \`as \${before}\` },
      request: z.object({ username: name.check(z.refine((text) => text !== ')')) }),
      response: z.object({ request: z.string() }),
      command: true,
    });
    export const other = { request: name };
  `;
  expect(withoutServerParts(code)).toBe(`
    const name = z.string();
    export const rename = endpoint({
      method: 'PUT',
      ...forMembers,
      path: '/api/users/:walletAddress/username',
      summary: undefined,
      refusals: undefined,
      refusal: undefined,
      also: undefined,
      request: undefined,
      response: z.object({ request: z.string() }),
      command: true,
    });
    export const other = { request: name };
  `);
});

test('what is only imported for those parts is no more imported, so that no page comes with it', () => {
  const code = `import { one, two } from './used.ts';
import * as z from 'zod/mini';
import { validation } from './texts.ts';
import './styles.css';
export { three } from './others.ts';
export const rename = endpoint({ path: two, request: z.string(validation.name), response: undefined });
`;
  expect(withoutServerParts(code)).toBe(`import { one, two } from './used.ts';


import './styles.css';
export { three } from './others.ts';
export const rename = endpoint({ path: two, request: undefined, response: undefined });
`);
});
