import { expect, test } from 'vitest';
import { usernameFault } from './username-fault.ts';

test.each([
  ['', 'Username cannot be empty', 'Update Failed'],
  ['   ', 'Username cannot be empty', 'Update Failed'],
  ['alice', 'Username is the same as current', 'No Changes'],
  [' alice ', 'Username is the same as current', 'No Changes'],
  ['ab', 'Use 3 to 20 letters, digits or underscores', 'Update Failed'],
  ['a'.repeat(21), 'Use 3 to 20 letters, digits or underscores', 'Update Failed'],
  ['adm1n', 'This username could be taken for EVO or its team. Please choose another one.', 'Update Failed'],
  ['bob!', 'Use 3 to 20 letters, digits or underscores', 'Update Failed'],
])('%j is refused: %s', (typed, text, title) => {
  expect(usernameFault(typed, 'alice')).toMatchObject({ text, toast: { title, description: text } });
});

test.each(['bob', ' Alice ', 'A_9', 'a'.repeat(20)])('%j can be sent', (typed) => {
  expect(usernameFault(typed, 'alice')).toBeUndefined();
});
