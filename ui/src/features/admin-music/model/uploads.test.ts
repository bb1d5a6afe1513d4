import { expect, test, vi } from 'vitest';
import { musicTexts } from '../../../../../contracts/admin-messages.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { createUploads, type Upload } from './uploads.ts';

const file = (name: string) => new File(['x'], name, { type: 'audio/mpeg' });

/** Uploads whose sending the test answers. */
function stage() {
  const sent: { upload: Upload; progress: (share: number) => void; end: PromiseWithResolvers<void> }[] = [];
  const onEnd = vi.fn();
  const onBusy = vi.fn();
  const uploads = createUploads({
    send: (upload, progress, signal) => {
      const end = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => end.reject(new Error('stopped')));
      sent.push({ upload, progress, end });
      return end.promise;
    },
    reasonOf: (error) => (error instanceof Error ? error.message : String(error)),
    onBusy,
    onEnd,
  });
  const states = () => uploads.items().map(({ file, status }) => [file.name, status]);
  const nth = (n: number) => {
    const one = sent[n];
    if (!one) throw new Error(`nothing was sent a ${n}th time`);
    return one;
  };
  return { uploads, sent, nth, states, onEnd, onBusy };
}

test('a chosen file is pending, named by the catalogue or by its own name', () => {
  const { uploads, sent } = stage();
  uploads.add([file('defi-dreams.mp3'), file('my_song.mp3')]);
  expect(uploads.items()).toMatchObject([
    { title: 'DeFi Dreams', artist: 'EVO', status: 'pending', progress: 0 },
    { title: 'My Song', status: 'pending' },
  ]);
  expect(sent).toEqual([]);
});

test('all go one after the other: uploading with its progress, then success or error with the reason', async () => {
  const { uploads, sent, nth, states, onEnd, onBusy } = stage();
  uploads.add([file('a.mp3'), file('b.mp3')]);
  uploads.uploadAll();
  uploads.uploadAll();
  expect(sent).toHaveLength(1);
  expect(states()).toEqual([
    ['a.mp3', 'uploading'],
    ['b.mp3', 'pending'],
  ]);
  nth(0).progress(0.5);
  expect(uploads.items()[0]?.progress).toBe(0.5);
  nth(0).end.resolve();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  nth(1).end.reject(new Error('too large'));
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  expect(uploads.items()).toMatchObject([
    { status: 'success', progress: 1 },
    { status: 'error', reason: 'too large' },
  ]);
  expect(onEnd.mock.lastCall).toMatchObject([
    { uploaded: [{ title: 'A' }], failed: [{ reason: 'too large' }] },
  ]);
  expect(onBusy.mock.calls).toEqual([[true], [false]]);
});

test('what failed is tried again, alone', async () => {
  const { uploads, sent, nth, onEnd } = stage();
  uploads.add([file('a.mp3'), file('b.mp3')]);
  uploads.retry(uploads.items()[0]?.id ?? '');
  nth(0).end.reject(new Error('no'));
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  uploads.retry(uploads.items()[0]?.id ?? '');
  expect(uploads.items()[0]).toMatchObject({ status: 'uploading', reason: undefined });
  nth(1).end.resolve();
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledTimes(2));
  expect(sent).toHaveLength(2);
  expect(uploads.items().map(({ status }) => status)).toEqual(['success', 'pending']);
});

test('what failed and is tried again while others are on their way is told of once', async () => {
  const { uploads, sent, nth, onEnd } = stage();
  uploads.add([file('a.mp3'), file('b.mp3')]);
  uploads.uploadAll();
  nth(0).end.reject(new Error('no'));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  uploads.retry(uploads.items()[0]?.id ?? '');
  nth(1).end.resolve();
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  nth(2).end.resolve();
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  const [{ uploaded, failed }] = onEnd.mock.lastCall ?? [];
  expect(uploaded.map(({ title }: Upload) => title)).toEqual(['A', 'B']);
  expect(failed).toEqual([]);
});

test('what waits can be taken out, and what is on its way is stopped', async () => {
  const { uploads, sent, nth, states, onBusy } = stage();
  uploads.add([file('a.mp3'), file('b.mp3'), file('c.mp3')]);
  uploads.uploadAll();
  const [a, b] = uploads.items();
  uploads.remove(b?.id ?? '');
  uploads.remove(a?.id ?? '');
  await expect(nth(0).end.promise).rejects.toThrow('stopped');
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(states()).toEqual([['c.mp3', 'uploading']]);
  uploads.clear();
  expect(states()).toEqual([['c.mp3', 'uploading']]);
  uploads.stop();
  await vi.waitFor(() => expect(onBusy).toHaveBeenLastCalledWith(false));
  expect(states()).toEqual([['c.mp3', 'error']]);
  uploads.clear();
  expect(states()).toEqual([]);
});

test('a file whose upload ended with the panel says so in words, and not in those of the browser', async () => {
  const uploads = createUploads({
    send: (_upload, _progress, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    reasonOf: errorText,
    onBusy: () => undefined,
    onEnd: () => undefined,
  });
  uploads.add([file('a.mp3')]);
  uploads.uploadAll();
  uploads.stop();
  await vi.waitFor(() => expect(uploads.items()).toMatchObject([{ status: 'error' }]));
  expect(uploads.items()).toMatchObject([{ reason: musicTexts.stopped }]);
});

test('a file of the same name takes the place of the one that waits', () => {
  const { uploads } = stage();
  uploads.add([file('a.mp3'), file('b.mp3')]);
  const again = file('a.mp3');
  uploads.add([again]);
  expect(uploads.items().map(({ file }) => file.name)).toEqual(['b.mp3', 'a.mp3']);
  expect(uploads.items()[1]?.file).toBe(again);
});

test('title and artist can be changed before', () => {
  const { uploads, nth } = stage();
  uploads.add([file('a.mp3')]);
  uploads.rename(uploads.items()[0]?.id ?? '', { title: 'Aria' });
  uploads.uploadAll();
  expect(nth(0).upload).toMatchObject({ title: 'Aria', artist: 'EVO' });
});
