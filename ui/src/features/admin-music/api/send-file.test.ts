import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendFile } from './send-file.ts';

type Outcome = number | 'lost' | 'never';

let begun: number;
let puts: string[];
let outcomes: Outcome[];

/** A browser's, as far as a file is sent with it; each sending comes to the next outcome. */
class Request {
  status = 0;
  responseText = '{}';
  statusText = '';
  upload = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  onloadend = () => {};
  open(_method: string, url: string) {
    puts.push(url);
  }
  setRequestHeader() {}
  getResponseHeader = () => null;
  abort() {
    this.onabort();
    this.onloadend();
  }
  send() {
    const outcome = outcomes.shift() ?? 200;
    if (outcome === 'never') return;
    if (outcome === 'lost') this.onerror();
    else {
      this.status = outcome;
      this.onload();
    }
    this.onloadend();
  }
}

beforeEach(() => {
  begun = 0;
  puts = [];
  outcomes = [];
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('fetch', async () => Response.json({ uploadURL: `/api/music/uploads/${++begun}?token=t` }));
});
afterEach(() => vi.unstubAllGlobals());

const song = () => ({ file: new File(['x'], 'a.mp3', { type: 'audio/mpeg' }), title: 'A', artist: 'EVO' });
const send = (upload: ReturnType<typeof song>, signal = new AbortController().signal) =>
  sendFile(upload, () => undefined, signal);
const at = (...addresses: number[]) => addresses.map((n) => `/api/music/uploads/${n}?token=t`);

test.each<Outcome>(['lost', 503, 502])(
  'a file whose answer is %s is put at the same address the next time: it becomes one track',
  async (outcome) => {
    const upload = song();
    outcomes = [outcome, outcome];
    await expect(send(upload)).rejects.toThrow();
    await expect(send(upload)).rejects.toThrow();
    await send(upload);
    expect(puts).toEqual(at(1, 1, 1));
  },
);

test('so is one that was stopped when it may have arrived already', async () => {
  const upload = song();
  const stopper = new AbortController();
  outcomes = ['never'];
  const stopped = send(upload, stopper.signal);
  await vi.waitFor(() => expect(puts).toHaveLength(1));
  stopper.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  await send(upload);
  expect(puts).toEqual(at(1, 1));
});

test('an address that the server knows no more is asked for anew, in the same try', async () => {
  const upload = song();
  outcomes = ['lost', 404, 200];
  await expect(send(upload)).rejects.toThrow();
  await send(upload);
  expect(puts).toEqual(at(1, 1, 2));
});

test('what was refused, and what has another title by now, goes to an address of its own', async () => {
  const upload = song();
  outcomes = [415, 'lost', 200];
  await expect(send(upload)).rejects.toThrow('415');
  await expect(send(upload)).rejects.toThrow();
  await send({ ...upload, title: 'B' });
  expect(puts).toEqual(at(1, 2, 3));
});
