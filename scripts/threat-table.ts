import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedTest } from './named-test.ts';

/** A row of `docs/threats.md`: what may be tried, and the tests that fail when the defence is taken away. */
export type Threat = {
  readonly number: number;
  readonly title: string;
  readonly tests: readonly NamedTest[];
};

/** @throws Error when a row has no number, or names no test in the form `file` › `name` */
export function readThreats(): Threat[] {
  const page = readFileSync(join(import.meta.dirname, '../docs/threats.md'), 'utf8');
  return page.split('\n').flatMap((line) => {
    const [, number = '', threat = '', , tests = ''] = line.split('|').map((cell) => cell.trim());
    if (!/^\d+$/.test(number)) return [];
    const named = tests.split('<br>').map((one): NamedTest => {
      const [, file, name] = /^`([^`]+)` › `([^`]+)`$/.exec(one.trim()) ?? [];
      if (!file || !name) throw new Error(`threat ${number} names no test: ${one}`);
      return [file, name];
    });
    return [{ number: Number(number), title: threat, tests: named }];
  });
}

/** Whether a test of a report has that name; `test.each` fills the blanks of a name. */
export function isNamed(title: string, name: string): boolean {
  const parts = name.split(/%[sdifjo#]|\$\w+(?:\.\w+)*/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('[^]*')}$`).test(title);
}
