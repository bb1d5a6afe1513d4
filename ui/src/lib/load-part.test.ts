import { expect, test, vi } from 'vitest';
import { FileNotFetched } from './fetch-files.ts';
import { PartNotLoaded, partLoader, whenPartsCome } from './load-part.ts';

const MODULE = { name: 'here' };
const FILE = '/assets/part.js';

/** Fails in turn as it is told, then comes. */
const failing = (...faults: readonly Error[]) => {
  const load = vi.fn<() => Promise<typeof MODULE>>();
  for (const fault of faults) load.mockRejectedValueOnce(fault);
  return load.mockResolvedValue(MODULE);
};

const faultOf = (loading: Promise<unknown>): Promise<PartNotLoaded> =>
  loading.then(
    () => Promise.reject(new Error('it came')),
    (error: unknown) => {
      expect(error).toBeInstanceOf(PartNotLoaded);
      return error as PartNotLoaded; // the line above
    },
  );

test('what did not come is asked for each time, until it comes; those that wait hear of it', async () => {
  const fault = new FileNotFetched(FILE, undefined);
  const part = partLoader(failing(fault, fault, fault));
  const heard = vi.fn();
  const stop = whenPartsCome(heard);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(await faultOf(part())).toMatchObject({ needsReload: false });
  }
  expect(heard).not.toHaveBeenCalled();
  expect(await part()).toBe(MODULE);
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
});

test('calls at the same time share an attempt, and what has come stays', async () => {
  const load = failing();
  const part = partLoader(load);
  expect(await Promise.all([part(), part()])).toEqual([MODULE, MODULE]);
  await part();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a file that a new release has replaced needs a reload at once', async () => {
  const fault = await faultOf(partLoader(failing(new FileNotFetched(FILE, 404)))());
  expect(fault.needsReload).toBe(true);
  expect(fault.message).toContain('renewed');
});

test('an import that fails although its files are here needs one after the second attempt', async () => {
  const fault = new TypeError('Importing a module script failed.');
  const part = partLoader(failing(fault, fault));
  expect(await faultOf(part())).toMatchObject({ needsReload: false });
  expect(await faultOf(part())).toMatchObject({ needsReload: true });
});
