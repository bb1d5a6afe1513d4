import { expect, test } from 'vitest';
import { stopInTurn } from './stop-in-turn.ts';

test('each part is stopped after the one before, also when one fails; the first failure is told', async () => {
  const stopped: string[] = [];
  const part = (name: string, failure?: Error) => async () => {
    await Promise.resolve();
    stopped.push(name);
    if (failure) throw failure;
  };
  const now = () => {
    stopped.push('at once');
    throw new Error('at once');
  };
  const stopping = stopInTurn([part('mail'), part('lead', new Error('lead')), now, part('store')]);
  await expect(stopping).rejects.toThrow('lead');
  expect(stopped).toEqual(['mail', 'lead', 'at once', 'store']);
  await expect(stopInTurn([part('mail'), part('store')])).resolves.toBeUndefined();
});
