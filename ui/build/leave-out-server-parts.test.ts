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
