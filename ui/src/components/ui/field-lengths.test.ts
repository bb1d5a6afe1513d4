import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../../', import.meta.url));

/** What is typed there looks something up, and is sent nowhere. */
const LOOK_UP = [
  'features/admin-rewards/components/UserPicker.tsx',
  'features/admin-users/components/ListControls.tsx',
  'features/admin/components/CommandBar.tsx',
  'features/ledger/components/StreamField.tsx',
];

test('no field lets the browser cut what is pasted, for a part of it would count as all of it; but those that look something up', () => {
  const cutting = globSync('**/*.tsx', { cwd: src }).filter((file) =>
    readFileSync(src + file, 'utf8').includes('maxLength'),
  );
  expect(cutting.toSorted()).toEqual(LOOK_UP);
});
