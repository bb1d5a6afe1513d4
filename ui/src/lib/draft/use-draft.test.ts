import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mapStorage } from '../storage/testing/map-storage.ts';
import { useDraft } from './use-draft.ts';

vi.mock('../session/session.ts', () => ({
  useSession: () => ({ status: 'signedIn', session: { walletAddress: '0xA11CE' } }),
}));

beforeEach(() => void vi.stubGlobal('sessionStorage', mapStorage()));
afterEach(() => vi.unstubAllGlobals());

type Form = ReturnType<typeof useDraft>;

const opened: Form[] = [];
function Opened() {
  opened.push(useDraft('username', 'Ada'));
  return null;
}

/** A form as it comes to the page, with what it finds. */
function openForm(): Form {
  renderToStaticMarkup(createElement(Opened));
  const form = opened.at(-1);
  if (!form) throw new Error('it was not rendered');
  return form;
}

test('what is typed is found by the form that comes next, until it was sent', () => {
  const [before, type, forget] = openForm();
  expect(before).toBe('Ada');
  type('Eve');
  expect(openForm()[0]).toBe('Eve');
  forget('Eve');
  expect(openForm()[0]).toBe('Ada');
});

test('what was typed since it was sent, in a form that came in place of this one, stays', () => {
  const [, type, forget] = openForm();
  type('Eve');
  const [, typeThere] = openForm();
  typeThere('Joan');
  forget('Eve');
  expect(openForm()[0]).toBe('Joan');
  // Where nothing is said of what was sent, all is forgotten.
  forget();
  expect(openForm()[0]).toBe('Ada');
});

test('a form that was left and is cleared then, as by an answer that came late, clears nothing that was typed since', () => {
  const [, type] = openForm();
  type('Eve');
  const [, typeThere] = openForm();
  typeThere('Joan');
  type('Ada');
  const [kept, clearThere] = openForm();
  expect(kept).toBe('Joan');
  clearThere('Ada');
  expect(openForm()[0]).toBe('Ada');
});
