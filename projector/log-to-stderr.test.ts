import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { logToStderr } from './log-to-stderr.ts';

test('who logs to a full disk goes on, however often', () => {
  const fd = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(fd));
  const logger = pino({ level: 'info' }, logToStderr(fd));
  for (let line = 1; line <= 5_000; line++) expect(() => logger.info('x'.repeat(1_000))).not.toThrow();
});

test('where there is room, a line is there as soon as it is logged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  const fd = openSync(join(folder, 'log'), 'w');
  onTestFinished(() => {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });
  pino({ level: 'info' }, logToStderr(fd)).info('well');
  expect(JSON.parse(readFileSync(join(folder, 'log'), 'utf8'))).toMatchObject({ msg: 'well' });
});
