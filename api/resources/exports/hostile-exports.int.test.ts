import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIVE_SCHEMA } from '../../../projector/database.ts';
import { type AdminClient, superAdminOf } from '../../testing/admin.ts';
import { idempotencyKey } from '../../testing/client.ts';
import { newUser } from '../../testing/email-calls.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

// A ledger may be older than the rules of today, and from whoever wrote to it: what a file says of it is text.

let app: TestApp;
let root: AdminClient;
beforeAll(async () => {
  app = await startApp();
  root = await superAdminOf(app);
});
afterAll(() => app.close());

const HOSTILE = [
  '=HYPERLINK("https://evil.example","x")',
  '@SUM(1)\r\n=1+1',
  '\n"=cmd|\' /C calc\'!A0"',
  '﻿+1',
  '<script>1</script>,"; drop',
];

/** The cells of each line, by RFC 4180. */
function cellsOf(csv: string): string[][] {
  const lines: string[][] = [[]];
  let rest = csv;
  while (rest !== '') {
    const [all, quoted, plain, end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? [];
    if (all === undefined) throw new Error(`no cell: ${JSON.stringify(rest.slice(0, 80))}`);
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    rest = rest.slice(all.length);
    if (end === '\r\n' && rest !== '') lines.push([]);
  }
  return lines;
}

test('a hostile text is one cell of text in every file', async () => {
  const users = await Promise.all(HOSTILE.map(() => newUser(app)));
  for (const { client } of users)
    expect((await client.post('/api/whitelist', {}, idempotencyKey())).status).toBe(200);
  const reward = { walletAddress: users[0]?.client.account.address, amount: '1', reason: 'Well done' };
  expect((await root.post('/api/admin/send-reward', reward)).status).toBe(200);
  // What is still to be folded would write the rows anew.
  await expectEqualFold(app);
  const db = new Client({ connectionString: app.databaseUrl });
  await db.connect();
  try {
    for (const [n, text] of HOSTILE.entries()) {
      const { rowCount } = await db.query(
        `update ${LIVE_SCHEMA}.users set username = $1 where user_id = $2`,
        [text, users[n]?.userId],
      );
      expect(rowCount).toBe(1);
    }
    await db.query(`update ${LIVE_SCHEMA}.admin_acts set reason = $1`, [HOSTILE[1]]);
  } finally {
    await db.end();
  }

  for (const kind of ['users', 'whitelist', 'activity']) {
    const { body: file } = await root.get<string>(`/api/admin/export-${kind}`);
    const [head = [], ...lines] = cellsOf(file);
    expect(lines.length, kind).toBeGreaterThanOrEqual(kind === 'activity' ? 1 : HOSTILE.length);
    for (const line of lines) {
      expect(line.length, kind).toBe(head.length);
      for (const cell of line) expect(cell, kind).not.toMatch(/^[\s\p{Cf}\p{Cc}]*[=+\-@|＝]/u);
    }
    for (const text of kind === 'activity' ? [] : HOSTILE) {
      expect(
        lines.flat().filter((cell) => cell.replace(/^'/, '') === text),
        kind,
      ).toHaveLength(1);
    }
  }
});
