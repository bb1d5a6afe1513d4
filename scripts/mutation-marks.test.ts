import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const MARK = /^\s*\/\/ Stryker disable next-line ([\w, ]+): (.+)$/;

test('each change that is marked as none stands in the table of docs/mutation.md, with its reason', () => {
  const inCode = globSync('{contracts,ledger,projector,api,ui/src}/**/*.{ts,tsx}')
    .sort()
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.includes('Stryker'))
        .map((line) => {
          const [, change, why] = MARK.exec(line) ?? [];
          return { file, change, why };
        }),
    );
  const [, table = ''] = readFileSync('docs/mutation.md', 'utf8').split('## Marked');
  const inTable = [...table.matchAll(/^\| `([^`]+)` \| ([^|]+) \| (.+) \|$/gm)].map(
    ([, file, change, why]) => ({ file, change, why }),
  );
  expect(inTable).toEqual(inCode);
  expect(inCode.length).toBeGreaterThan(0);
});
