import { readFileSync } from 'node:fs';

/** The text of a file, which is named from the top of the project. */
export function projectFile(name: string): string {
  return readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
}
