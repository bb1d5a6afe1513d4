import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test by its file, from the top of the project, and its name as the file has it. */
export type NamedTest = readonly [file: string, name: string];

const ROOT = join(import.meta.dirname, '..');
const sources = new Map<string, string>();

/** Why there is no such test; undefined where the file holds one of that name. */
export function faultOfName([file, name]: NamedTest): string | undefined {
  const path = join(ROOT, file);
  if (!existsSync(path)) return `${file} is gone`;
  const source = sources.get(file) ?? readFileSync(path, 'utf8');
  sources.set(file, source);
  return holdsTest(source, name) ? undefined : `${file} has no test "${name}"`;
}

/** A name is the first argument of a call, with a function after it: `test('name', …)`, `test.each(…)('name', …)`. */
function holdsTest(source: string, name: string): boolean {
  const quoted = ["'", '"', '`'].map((quote) => RegExp.escape(`${quote}${name}${quote}`));
  return new RegExp(`\\(\\s*(?:${quoted.join('|')})\\s*,\\s*(?:async\\s*)?(?:\\(|\\w+\\s*=>)`).test(source);
}
