import { expect, test, vi } from 'vitest';
import { shareLink } from './share-link.ts';

const URL = 'https://evo.example/ref/1';
const named = (name: string): Error => Object.assign(new Error(name), { name });

test('the native share sheet is used where there is one', async () => {
  const copy = vi.fn(async () => {});
  expect(await shareLink(URL, { share: async () => {}, copy })).toBe('shared');
  expect(copy).not.toHaveBeenCalled();
});

test('without a share sheet the link is copied', async () => {
  const copy = vi.fn(async () => {});
  expect(await shareLink(URL, { share: undefined, copy })).toBe('copied');
  expect(copy).toHaveBeenCalledWith(URL);
});

test('a share sheet that a person closes copies nothing; one that fails does', async () => {
  const copy = vi.fn(async () => {});
  expect(await shareLink(URL, { share: () => Promise.reject(named('AbortError')), copy })).toBe('cancelled');
  expect(copy).not.toHaveBeenCalled();
  expect(await shareLink(URL, { share: () => Promise.reject(named('NotAllowedError')), copy })).toBe(
    'copied',
  );
});

test('a clipboard that refuses is a failure', async () => {
  const copy = () => Promise.reject(named('NotAllowedError'));
  expect(await shareLink(URL, { share: undefined, copy })).toBe('failed');
});
