import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createImageSource, IMAGE_MAX_BYTES, ImageRefused } from './image-source.ts';
import { publicLookup } from './public-lookup.ts';
import { type FakeImages, PICTURES, startFakeImages } from './testing/fake-images.ts';

let images: FakeImages;
beforeAll(async () => {
  images = await startFakeImages();
});
beforeEach(() => images.reset());
afterAll(() => images.close());

const signal = () => AbortSignal.timeout(20_000);
const AT = 'https://pbs.twimg.com/media/one.jpg';
const PATH = '/pbs.twimg.com/media/one.jpg';
const fetchOne = (address = AT) => createImageSource(images.url).fetch('twitter', address, signal());

describe('a picture', () => {
  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['webp', 'image/webp'],
  ] as const)('that begins as %s is taken as %s, whatever it is called', async (kind, contentType) => {
    images.on(PATH, (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PICTURES[kind]);
    });
    expect(await fetchOne(`${AT}?name=small`)).toEqual({ bytes: PICTURES[kind], contentType });
    expect(images.asked).toEqual([PATH]);
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is refused', async (_, body) => {
    images.on(PATH, (response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(body);
    });
    await expect(fetchOne()).rejects.toBeInstanceOf(ImageRefused);
  });

  test('that is too large is refused by its length, and cut where it names none', async () => {
    images.on(PATH, Buffer.concat([PICTURES.png, Buffer.alloc(IMAGE_MAX_BYTES)]));
    await expect(fetchOne()).rejects.toThrow('too large');
    let hasEnded = false;
    images.on(PATH, (response) => {
      response.on('close', () => {
        hasEnded = true;
      });
      response.writeHead(200).write(PICTURES.png);
      const more = () => response.write(Buffer.alloc(64_000), () => setImmediate(more));
      more();
    });
    await expect(fetchOne()).rejects.toThrow('too large');
    await expect.poll(() => hasEnded).toBe(true);
  });

  test('is fetched nowhere else than where it was said to be', async () => {
    images.on(PATH, (response) => {
      response.writeHead(302, { location: `${images.url}/pbs.twimg.com/other.jpg` }).end(PICTURES.png);
    });
    await expect(fetchOne()).rejects.toThrow('status 302');
    expect(images.asked).toEqual([PATH]);
  });

  test('that never ends is given up in time', async () => {
    images.on(PATH, (response) => {
      response.writeHead(200).write(PICTURES.png);
    });
    const soon = AbortSignal.timeout(50);
    await expect(createImageSource(images.url).fetch('twitter', AT, soon)).rejects.toThrow();
  });
});

test.each([
  'http://pbs.twimg.com/media/one.jpg',
  'https://pbs.twimg.com:8443/media/one.jpg',
  'https://me@pbs.twimg.com/media/one.jpg',
  'https://pbs.twimg.com.evil.example/media/one.jpg',
  'https://evilpbs.twimg.com/media/one.jpg',
  'https://i.ytimg.com/vi/1/hqdefault.jpg',
  'https://127.0.0.1/media/one.jpg',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'pbs.twimg.com/media/one.jpg',
])('at %s is asked of nobody', async (address) => {
  await expect(fetchOne(address)).rejects.toBeInstanceOf(ImageRefused);
  expect(images.asked).toEqual([]);
});

test.each([
  [[{ address: '127.0.0.1', family: 4 }]],
  [[{ address: '::1', family: 6 }]],
  [
    [
      { address: '151.101.0.159', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ],
  ],
  [[]],
])("a platform's host that leads to %j is not connected to", async (addresses) => {
  const looked: string[] = [];
  // As the system's own, with the one signature that is used here.
  const lookup = ((name: string, _: object, callback: (error: null, found: object[]) => void) => {
    looked.push(name);
    callback(null, addresses);
  }) as unknown as Parameters<typeof publicLookup>[0];
  const fetching = createImageSource(undefined, publicLookup(lookup)).fetch('twitter', AT, signal());
  await expect(fetching).rejects.toThrow('pbs.twimg.com has an address that is not public');
  expect(looked).toEqual(['pbs.twimg.com']);
});
