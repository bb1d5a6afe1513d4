import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedTest } from './named-test.ts';

/** A row of the faults in `docs/threats.md`: what fails, and the tests that show what comes of it. */
export type FaultRow = {
  readonly number: number;
  /** On processes of their own, `npm run chaos`. */
  readonly chaos: readonly NamedTest[];
  /** The smaller ones of `npm test` and `npm run drills`. */
  readonly suite: readonly NamedTest[];
};

/** @throws Error when a row names a test in another form than `file` › `name` */
export function readFaults(): FaultRow[] {
  const page = readFileSync(join(import.meta.dirname, '../docs/threats.md'), 'utf8');
  return page.split('\n').flatMap((line) => {
    const [, number = '', , , chaos = '', suite = ''] = line.split('|').map((cell) => cell.trim());
    if (!/^F\d+$/.test(number)) return [];
    return [
      { number: Number(number.slice(1)), chaos: namedIn(number, chaos), suite: namedIn(number, suite) },
    ];
  });
}

function namedIn(row: string, cell: string): NamedTest[] {
  if (cell === '') return [];
  return cell.split('<br>').map((one): NamedTest => {
    const [, file, name] = /^`([^`]+)` › `([^`]+)`$/.exec(one.trim()) ?? [];
    if (!file || !name) throw new Error(`${row} names no test: ${one}`);
    return [file, name];
  });
}
