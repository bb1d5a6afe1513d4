import { expect, test, vi } from 'vitest';
import { type Fetching, PartNotLoaded, partLoader, whenPartsCome } from './load-part.ts';

type Module = { readonly name: string };
let files = 0;

/** A browser as Chromium is: it remembers what failed by its address. */
function chromium({ statusOf = async () => undefined, deepFault = false }: Partial<World> = {}) {
  files += 1;
  const url = `http://localhost/assets/Part-${files}.js`;
  const world = { isThere: false };
  const failed = new Set<string>();
  const asked: string[] = [];
  async function importFrom(address: string): Promise<Module> {
    if (!failed.has(address)) asked.push(address.replace(/.*\//, ''));
    if (failed.has(address) || !world.isThere || deepFault) {
      failed.add(address);
      throw new TypeError(`Failed to fetch dynamically imported module: ${address}`);
    }
    return { name: address.replace(/.*\//, '') };
  }
  const fetching: Fetching = { importFrom, statusOf };
  return { world, asked, fetching, load: () => importFrom(url), file: `Part-${files}.js` };
}

type World = { readonly statusOf: Fetching['statusOf']; readonly deepFault: boolean };

const faultOf = (loading: Promise<unknown>): Promise<PartNotLoaded> =>
  loading.then(
    () => Promise.reject(new Error('it came')),
    (error: unknown) => {
      expect(error).toBeInstanceOf(PartNotLoaded);
      return error as PartNotLoaded; // the line above
    },
  );

test('what failed is asked for under another address each time, until it comes', async () => {
  const { world, asked, fetching, load, file } = chromium();
  const part = partLoader(load, fetching);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(await faultOf(part())).toMatchObject({ needsReload: false });
  }
  world.isThere = true;
  expect(await part()).toEqual({ name: `${file}?again=3` });
  expect(asked).toEqual([file, `${file}?again=1`, `${file}?again=2`, `${file}?again=3`]);
});

test('parts of one file get one module, and those that wait hear of it', async () => {
  const { world, fetching, load } = chromium();
  const [first, second] = [partLoader(load, fetching), partLoader(load, fetching)];
  await faultOf(first());
  await faultOf(second());
  world.isThere = true;
  const heard = vi.fn();
  const stop = whenPartsCome(heard);
  const module = await first();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(await second()).toBe(module);
  stop();
});

test('calls at the same time share an attempt, and what has come stays', async () => {
  const load = vi.fn(async () => ({ name: 'here' }));
  const part = partLoader(load);
  expect(await Promise.all([part(), part()])).toEqual([{ name: 'here' }, { name: 'here' }]);
  await part();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a file that a new release has replaced needs a reload at once', async () => {
  const { fetching, load } = chromium({ statusOf: async () => 404 });
  const fault = await faultOf(partLoader(load, fetching)());
  expect(fault.needsReload).toBe(true);
  expect(fault.message).toContain('renewed');
});

test('a file that is there and still does not come needs one after the second attempt', async () => {
  const { fetching, load } = chromium({ statusOf: async () => 200, deepFault: true });
  const part = partLoader(load, fetching);
  expect(await faultOf(part())).toMatchObject({ needsReload: false });
  expect(await faultOf(part())).toMatchObject({ needsReload: true });
});

test('a browser that names no file asks again by itself', async () => {
  const load = vi
    .fn<() => Promise<Module>>()
    .mockRejectedValueOnce(new TypeError('Importing a module script failed.'))
    .mockResolvedValue({ name: 'here' });
  const part = partLoader(load);
  expect(await faultOf(part())).toMatchObject({ needsReload: false });
  expect(await part()).toEqual({ name: 'here' });
});
