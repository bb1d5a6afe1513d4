import { afterEach, expect, test, vi } from 'vitest';
import { FileNotFetched, fetchFiles, importedFile } from './fetch-files.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A browser whose page came with one file, and a server that answers as it is told. */
function browser(answer: (path: string) => Response | Error) {
  vi.stubGlobal('location', { href: 'http://localhost/raffle' });
  vi.stubGlobal('PerformanceResourceTiming', Timing);
  vi.stubGlobal('performance', {
    getEntriesByName: (url: string) => (url === 'http://localhost/assets/page.js' ? [new Timing()] : []),
  });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const given = answer(path);
    if (given instanceof Error) throw given;
    return given;
  });
  return asked;
}

class Timing {
  readonly responseStatus = 200;
}

test('each file is fetched once, and not what came with the page', async () => {
  const asked = browser(() => new Response('code'));
  await Promise.all([fetchFiles(['/assets/a.js', '/assets/page.js']), fetchFiles(['/assets/a.js'])]);
  await fetchFiles(['/assets/a.js', '/assets/b.js']);
  expect(asked).toEqual(['/assets/a.js', '/assets/b.js']);
});

test.each([
  ['no answer', () => new TypeError('Failed to fetch'), undefined],
  ['a file that is gone', () => new Response('', { status: 404 }), 404],
] as const)('after %s it is asked for again', async (_, fault, status) => {
  let isThere = false;
  const path = `/assets/late-${status}.js`;
  const asked = browser(() => (isThere ? new Response('code') : fault()));
  const failure = await fetchFiles([path]).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(FileNotFetched);
  expect(failure).toMatchObject({ status });
  isThere = true;
  await fetchFiles([path]);
  expect(asked).toEqual([path, path]);
});

test('a file that never comes is given up, and asked for again', async () => {
  const limit = new AbortController();
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return limit.signal;
  });
  browser(() => new Response('code'));
  const asked: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit = {}) => {
    asked.push(signal);
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const waiting = fetchFiles(['/assets/never.js']).catch((error: unknown) => error);
  limit.abort(new DOMException('timed out', 'TimeoutError'));
  expect(await waiting).toBeInstanceOf(FileNotFetched);
  expect(limits).toEqual([60_000]);
  void fetchFiles(['/assets/never.js']).catch(() => undefined);
  expect(asked).toHaveLength(2);
});

test('the file of a part that is one file is read from what the build made of its import', () => {
  const built = (source: string) => Object.assign(() => undefined, { toString: () => source });
  expect(importedFile(built('()=>import(`./Part-B_wLczQ2.js`)'))).toEqual(['/assets/Part-B_wLczQ2.js']);
  expect(importedFile(built('()=>import("./Part--a.js")'))).toEqual(['/assets/Part--a.js']);
  expect(importedFile(built('()=>import(e)'))).toEqual([]);
});
