import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createUploads, type UploadStatus } from '../model/uploads.ts';
import { UploadRow } from './UploadRow.tsx';

const uploads = createUploads({
  send: () => Promise.resolve(),
  reasonOf: String,
  onBusy: () => undefined,
  onEnd: () => undefined,
});

function fieldsOf(status: UploadStatus): readonly string[] {
  const file = new File(['x'], 'my_song.mp3', { type: 'audio/mpeg' });
  const item = { id: '1', file, title: 'My Song', artist: 'EVO', status, progress: 0, reason: undefined };
  const row = <UploadRow item={item} uploads={uploads} replaces={false} onRemove={() => undefined} />;
  return renderToStaticMarkup(row).match(/<input[^>]*>/g) ?? [];
}

test.each([
  ['pending', true],
  ['error', true],
  ['uploading', false],
  ['success', false],
] as const)('title and artist of a file that is %s can be changed: %s', (status, isOpen) => {
  const fields = fieldsOf(status);
  expect(fields).toHaveLength(2);
  for (const field of fields) expect(/ readonly\b/i.test(field)).toBe(!isOpen);
});
