import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followEvents } from './follow-events.ts';
import * as state from './live-state.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Answers each call with a stream that the test writes to; it ends when the call is given up. */
function serve() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const named: (string | null)[] = [];
  const answer = async (_path: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) => {
    named.push(headers.get('x-ledger-position'));
    return new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          streams.push(controller);
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      }),
    );
  };
  vi.stubGlobal('fetch', answer);
  const write = (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text));
  return { streams, named, write };
}

/** What is written goes through streams, each of which may take a turn of its own. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await vi.advanceTimersByTimeAsync(0);
}

async function watch(from?: string) {
  const said: string[] = [];
  vi.spyOn(state, 'setLive').mockImplementation((isLive) => void said.push(isLive ? 'live' : 'gone'));
  vi.spyOn(state, 'setRemoved').mockImplementation(() => void said.push('removed'));
  const stop = new AbortController();
  const done = followEvents((position) => said.push(`changed ${position ?? ''}`), stop.signal, from);
  await vi.advanceTimersByTimeAsync(0);
  return {
    said,
    end: () => {
      stop.abort();
      return done;
    },
  };
}

test('a server that is silent for nine seconds is gone, and is asked again', async () => {
  const { streams, named, write } = serve();
  const { said, end } = await watch('C:5/P:5');
  for (let beat = 0; beat < 4; beat++) {
    await vi.advanceTimersByTimeAsync(5_000);
    write(': still here\n\n');
    await turns();
  }
  expect(said).toEqual(['live']);
  await vi.advanceTimersByTimeAsync(8_900);
  expect(said).toEqual(['live']);
  await vi.advanceTimersByTimeAsync(200);
  expect(said).toEqual(['live', 'gone']);
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(streams).toHaveLength(2);
  expect(said.slice(2)).toEqual(['changed ', 'live']);
  // By then more was missed than what it knew of, and all of it is asked for.
  expect(named).toEqual(['C:5/P:5', null]);
  await end();
});

test('a message says what changed, the last one that the right is gone', async () => {
  const { write } = serve();
  const { said, end } = await watch('C:5/P:5');
  write('data: {"position":"C:9/P:9","kinds":[]}\n\n');
  await vi.advanceTimersByTimeAsync(0);
  write('event: removed\ndata: {}\n\n');
  await vi.advanceTimersByTimeAsync(0);
  expect(said).toEqual(['live', 'changed C:9/P:9', 'removed', 'changed ']);
  await end();
});

test('whoever does not know how far what is shown was asks for what was missed', async () => {
  serve();
  const { said, end } = await watch();
  expect(said).toEqual(['changed ', 'live']);
  await end();
});
