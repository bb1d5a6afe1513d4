import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

/** A browser's locks, of one name. */
function oneLock() {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, { signal }: LockOptions, work: () => Promise<unknown>) => {
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    const own = Promise.race([last, aborted]).then(work);
    last = own.catch(() => undefined);
    return own;
  };
  // Of all that a lock can be asked for in, this is the one way.
  return { request } as unknown as Pick<LockManager, 'request'>;
}

test('of two tabs that begin a session at once the second waits for the first, however that ends', async () => {
  const locks = oneLock();
  const first = Promise.withResolvers<string>();
  const order: string[] = [];
  const one = inTurn(() => {
    order.push('the first begins');
    return first.promise;
  }, locks);
  const other = inTurn(async () => {
    order.push('the second begins');
    return 'second';
  }, locks);
  await expect.poll(() => order.length).toBe(1);
  order.push('the first ends');
  first.reject(new Error('refused'));
  await expect(one).rejects.toThrow('refused');
  expect(await other).toBe('second');
  expect(order).toEqual(['the first begins', 'the first ends', 'the second begins']);
});

test('a tab that never ends keeps no other from signing in, and nothing begins twice', async () => {
  const locks = oneLock();
  const patience = new AbortController();
  void inTurn(() => new Promise(() => {}), locks);
  let begun = 0;
  const begin = async () => {
    begun += 1;
    return 'in';
  };
  const waiting = inTurn(begin, locks, patience.signal);
  patience.abort();
  expect(await waiting).toBe('in');
  expect(begun).toBe(1);
});

test('where the browser has no locks a session begins at once', async () => {
  const absent = {} as { readonly locks?: LockManager };
  expect(await inTurn(async () => 'in', absent.locks, new AbortController().signal)).toBe('in');
});
