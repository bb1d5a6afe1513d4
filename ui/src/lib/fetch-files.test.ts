import { afterEach, expect, test, vi } from 'vitest';
import { FileNotFetched, fetchFiles, importedFile } from './fetch-files.ts';

afterEach(() => void vi.unstubAllGlobals());

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

test('the file of a part that is one file is read from what the build made of its import', () => {
  const built = (source: string) => Object.assign(() => undefined, { toString: () => source });
  expect(importedFile(built('()=>import(`./Part-B_wLczQ2.js`)'))).toEqual(['/assets/Part-B_wLczQ2.js']);
  expect(importedFile(built('()=>import("./Part--a.js")'))).toEqual(['/assets/Part--a.js']);
  expect(importedFile(built('()=>import(e)'))).toEqual([]);
});
