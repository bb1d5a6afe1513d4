import { expect, test } from 'vitest';
import { forgetDrafts, forgetDraftsOfOthers } from '../../../lib/draft/drafts.ts';
import { panelUploads } from './panel-uploads.ts';

const names = (wallet: string) =>
  panelUploads(wallet)
    .items()
    .map(({ file }) => file.name);
const choose = (wallet: string, name: string) =>
  panelUploads(wallet).add([new File(['x'], name, { type: 'audio/mpeg' })]);

test('the files that an admin has chosen wait for the same admin to sign in again', () => {
  choose('0xA', 'one.mp3');
  forgetDraftsOfOthers('0xA');
  expect(names('0xA')).toEqual(['one.mp3']);
});

test('they are never shown to another, and gone when another signs in or the admin disconnects', () => {
  choose('0xA', 'two.mp3');
  expect(names('0xB')).toEqual([]);
  expect(names('0xA')).toEqual([]);

  choose('0xA', 'three.mp3');
  forgetDraftsOfOthers('0xB');
  expect(names('0xA')).toEqual([]);

  choose('0xA', 'four.mp3');
  forgetDrafts();
  expect(names('0xA')).toEqual([]);
});
