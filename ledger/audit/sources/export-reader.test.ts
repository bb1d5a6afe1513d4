import { Readable } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Unsound } from '../../proof/audit/fault.ts';
import { shortLedger } from '../../proof/audit/testing/short-ledger.ts';
import { exportText } from '../testing/audit-text.ts';
import { ExportReader } from './export-reader.ts';
import { CannotRead } from './source.ts';

const HEAD = '{"format":"evo-rewards-ledger/1","from":0,"to":null}\n';

/** What reading comes to where the file ends so behind its first line. */
async function readingOf(error: Error, begun = HEAD): Promise<unknown> {
  async function* text() {
    yield Buffer.from(begun);
    throw error;
  }
  return Array.fromAsync(new ExportReader().pagesOf(text())).catch((thrown: unknown) => thrown);
}

test('what a disk does not give says nothing of the ledger; what cannot be unpacked is damaged, unless it was cut off', async () => {
  const ofDisk = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
  const ofGzip = Object.assign(new Error('unexpected end of file'), { code: 'Z_BUF_ERROR', errno: -5 });
  const unread = await readingOf(ofDisk);
  expect(unread).toBeInstanceOf(CannotRead);
  expect(String(unread)).toContain('EIO: i/o error, read');
  expect(await readingOf(ofGzip)).toBeInstanceOf(CannotRead);
  const damaged = Object.assign(new Error('incorrect data check'), { code: 'Z_DATA_ERROR', errno: -3 });
  expect(await readingOf(damaged)).toBeInstanceOf(Unsound);
  // What was read before shows first.
  expect(await readingOf(ofDisk, HEAD.repeat(5_000))).toBeInstanceOf(Unsound);
});

/** What a whole file with this text comes to. */
async function endOf(whole: string | Uint8Array): Promise<unknown> {
  async function* text() {
    yield Buffer.from(whole);
  }
  const reader = new ExportReader();
  const read = async () => {
    for await (const _ of reader.pagesOf(text()));
    reader.checkDigest();
    return reader.end;
  };
  return read().catch((thrown: unknown) => thrown);
}

test('of a file that is no export nothing can be said, whether or not it ends with a line feed', async () => {
  for (const text of ['', 'Dear auditor\n', 'Dear auditor', '{"format":"evo-rewards-receipt/1"}']) {
    const end = await endOf(text);
    expect(end, text).toBeInstanceOf(CannotRead);
    expect(String(end)).toContain('This is no export of a ledger');
  }
});

test('an export lacks nothing without the line feed of its last line, and is cut off without a letter of it', async () => {
  const whole = await exportText([]);
  const end = await endOf(whole);
  expect(end).toMatchObject({ end: true, events: 0 });
  expect(await endOf(whole.slice(0, -1))).toEqual(end);
  for (const text of [whole.slice(0, -2), HEAD, HEAD.slice(0, -1)]) {
    const cutOff = await endOf(text);
    expect(cutOff, text).toBeInstanceOf(CannotRead);
    expect(String(cutOff)).toContain('it was cut off behind 0 events');
  }
  expect(await endOf(`${whole}${HEAD.slice(0, -1)}`)).toBeInstanceOf(Unsound);
});

test('of an export that was cut off nothing can be said, packed or not, and what stands before the cut is judged first', async () => {
  const whole = await exportText(shortLedger(5));
  const lines = whole.split('\n');
  async function* ending(text: string) {
    yield Buffer.from(text);
  }
  const behind = (text: string) => readingOfText(ending(text));
  for (const rest of ['', '{"posi', lines[4]!.slice(0, -1)]) {
    const { events, thrown } = await behind(`${lines.slice(0, 4).join('\n')}\n${rest}`);
    expect(events, rest).toBe(3);
    expect(thrown, rest).toBeInstanceOf(CannotRead);
    expect(String(thrown)).toContain('it was cut off behind 3 events');
  }
  const packed = Readable.from([gzipSync(whole).subarray(0, -200)]).pipe(createGunzip());
  expect((await readingOfText(packed)).thrown).toBeInstanceOf(CannotRead);
});

test('bytes that are no text are no letters that stand for them, in a line of events and in the last one', async () => {
  const [first, second, third] = shortLedger(3);
  const lettered = { ...second!, data: { ...(second!.data as object), day: '\ufffd' } };
  const whole = (await exportText([first!, lettered, third!])).replace(/,"sha256":"\w+"/, '');
  expect(await endOf(whole)).toMatchObject({ end: true, events: 3 });
  const broken = Buffer.from(whole.replace('\ufffd', '#'));
  broken[broken.indexOf('#')] = 0xff;
  expect(await endOf(broken)).toMatchObject({
    fault: { rule: 'file', among: { from: 0, to: 1 }, found: 'a line that is no text in UTF-8' },
  });
  const last = Buffer.from(whole.replace('"checkpoint":null', '"checkpoint":"#"').slice(0, -1));
  expect(await endOf(last)).toMatchObject({ checkpoint: '#' });
  last[last.lastIndexOf('#')] = 0xff;
  expect(await endOf(last)).toMatchObject({ fault: { found: 'a line that is no text in UTF-8' } });
});

test('an export has no more events than its first line asks for', async () => {
  const whole = (await exportText(shortLedger(3))).replace(/,"sha256":"\w+"/, '');
  const askedFor = (to: number) => endOf(whole.replace('"to":null', `"to":${to}`));
  for (const to of [3, 4]) expect(await askedFor(to)).toMatchObject({ end: true });
  expect(await askedFor(2)).toMatchObject({
    fault: { rule: 'file', found: '3 events, and the first line asks for 2' },
  });
});

/** What reading comes to, with how many events it gave before that. */
async function readingOfText(text: AsyncIterable<Uint8Array>): Promise<{ events: number; thrown: unknown }> {
  let events = 0;
  try {
    for await (const page of new ExportReader().pagesOf(text)) events += page.length;
    return { events, thrown: undefined };
  } catch (thrown) {
    return { events, thrown };
  }
}

test('events before a line that is none of an export, or before the end of what can be read, are judged first', async () => {
  const lines = (await exportText(shortLedger(5))).trimEnd().split('\n');
  async function* ending(text: string, error?: Error) {
    yield Buffer.from(text);
    if (error) throw error;
  }
  const three = lines.slice(0, 4);
  for (const odd of ['{"position":"here"}', 'Dear auditor', lines[0], '{}']) {
    const { events, thrown } = await readingOfText(
      ending(`${[...three, odd, ...lines.slice(4)].join('\n')}\n`),
    );
    expect(events, odd).toBe(3);
    expect(thrown, odd).toMatchObject({ fault: { rule: 'file', among: { from: 2, to: 3 } } });
  }
  const behind = await readingOfText(ending(`${[...lines, lines[1]].join('\n')}\n`));
  expect(behind).toMatchObject({ events: 5, thrown: { fault: { found: 'something behind the last line' } } });
  const unread = await readingOfText(
    ending(`${three.join('\n')}\n{"posi`, new Error('unexpected end of file')),
  );
  expect(unread).toMatchObject({ events: 3, thrown: { fault: { rule: 'file', among: { from: 2, to: 3 } } } });
  // The last of them lacks its line feed alone.
  const cutOff = await readingOfText(ending(three.join('\n')));
  expect(cutOff).toMatchObject({ events: 3, thrown: expect.any(CannotRead) });
});
