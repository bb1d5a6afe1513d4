import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError, NoAnswer } from './api-error.ts';
import { refreshStale, staleSince } from './stale-figures.ts';

/** A client with one query on screen, whose next answers are given one by one. */
async function shown(answers: readonly (() => unknown)[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const rest = [...answers];
  const observer = new QueryObserver(client, {
    queryKey: ['figures'],
    queryFn: async () => rest.shift()?.(),
  });
  const leave = observer.subscribe(() => {});
  await client.refetchQueries();
  return { client, leave, since: () => staleSince(client.getQueryCache()) };
}

const fails = (error: Error) => () => {
  throw error;
};

test('figures are old from the answer before the refresh that failed, until one succeeds', async () => {
  const { client, since } = await shown([() => 1, fails(new NoAnswer('gone')), () => 2]);
  const before = client.getQueryState(['figures'])?.dataUpdatedAt;
  expect(since()).toBeUndefined();
  await client.refetchQueries();
  expect(since()).toBe(before);
  await refreshStale(client);
  expect(since()).toBeUndefined();
});

test('no figures, a refusal, and what is not on screen are not old figures', async () => {
  expect((await shown([fails(new NoAnswer('gone'))])).since()).toBeUndefined();
  const refused = await shown([() => 1, fails(new ApiError(403, '{}'))]);
  await refused.client.refetchQueries();
  expect(refused.since()).toBeUndefined();
  const left = await shown([() => 1, fails(new ApiError(503, '{}'))]);
  await left.client.refetchQueries();
  expect(left.since()).toBeTypeOf('number');
  left.leave();
  expect(left.since()).toBeUndefined();
});

test('of several figures that could not be refreshed the oldest say how old the page is', async () => {
  const gone = fails(new NoAnswer('gone'));
  const { client, since } = await shown([() => 1, gone, gone]);
  await client.refetchQueries();
  const [first, now] = [since() ?? 0, Date.now()];
  const older = new QueryObserver(client, {
    queryKey: ['older'],
    queryFn: gone,
    initialData: 1,
    initialDataUpdatedAt: first - 60_000,
  });
  const newer = new QueryObserver(client, {
    queryKey: ['newer'],
    queryFn: gone,
    initialData: 1,
    initialDataUpdatedAt: now + 60_000,
  });
  const leave = [older, newer].map((observer) => observer.subscribe(() => {}));
  await client.refetchQueries();
  expect(since()).toBe(first - 60_000);
  for (const each of leave) each();
});
