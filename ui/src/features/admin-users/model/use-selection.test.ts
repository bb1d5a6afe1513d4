import { useState } from 'react';
import { expect, test } from 'vitest';
import { rendered } from '../../../lib/api/testing/rendered.ts';
import { useSelection } from './use-selection.ts';

const ada = { id: '1', username: 'ada' };

/** Who is selected in each of the lists that are shown one after the other; on the first one somebody is. */
function selectedIn(lists: readonly string[]): readonly (readonly string[])[] {
  const seen: (readonly string[])[] = [];
  rendered(() => {
    const [at, setAt] = useState(0);
    const { users, toggle } = useSelection(lists[at] ?? '');
    if (at === 0 && users.size === 0) toggle(ada);
    else {
      seen[at] = [...users.values()];
      if (at < lists.length - 1) setAt(at + 1);
    }
    return null;
  });
  return seen;
}

test('who was selected in one list is not in the next, nor in that one once it is come back to', () => {
  expect(selectedIn(['all', 'verified', 'all'])).toEqual([['ada'], [], []]);
});
