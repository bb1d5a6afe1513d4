import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConnection } from './create-connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function connectionTo(world: { answers: boolean; hasNetwork: boolean }) {
  const probe = vi.fn(async () => world.answers);
  const connection = createConnection({ probe, hasNetwork: () => world.hasNetwork, random: () => 0.5 });
  const back = vi.fn();
  connection.whenReachable(back);
  return { connection, probe, back };
}

test('a call that failed alone is no lost connection', async () => {
  const { connection, back } = connectionTo({ answers: true, hasNetwork: true });
  await connection.look();
  expect(connection.state()).toBe('reachable');
  expect(back).not.toHaveBeenCalled();
});

test('a server on this machine is reachable without any network', async () => {
  const world = { answers: true, hasNetwork: false };
  const { connection } = connectionTo(world);
  await connection.look();
  expect(connection.state()).toBe('reachable');
  // One that answered for a moment longer than there was a network is asked again.
  world.answers = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connection.state()).toBe('offline');
});

test('it tells the device from the server, and each change once', async () => {
  const world = { answers: false, hasNetwork: false };
  const { connection } = connectionTo(world);
  const seen: string[] = [];
  connection.subscribe(() => seen.push(connection.state()));
  await connection.look();
  await connection.look();
  world.hasNetwork = true;
  await connection.look();
  expect(seen).toEqual(['offline', 'unreachable']);
});

test('a server that is away is asked at growing intervals until it is back, which is told once', async () => {
  const world = { answers: false, hasNetwork: true };
  const { connection, probe, back } = connectionTo(world);
  await connection.look();
  const asked: number[] = [];
  for (let second = 1; second <= 95; second += 1) {
    const before = probe.mock.calls.length;
    await vi.advanceTimersByTimeAsync(1_000);
    if (probe.mock.calls.length > before) asked.push(second);
  }
  // After 2, 4, 8 and 16 seconds, then every 30.
  expect(asked).toEqual([2, 6, 14, 30, 60, 90]);
  world.answers = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(connection.state()).toBe('reachable');
  expect(back).toHaveBeenCalledTimes(1);
  const calls = probe.mock.calls.length;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(probe).toHaveBeenCalledTimes(calls);
});

test('pages that lost the server together come back apart', async () => {
  const firstPause = async (random: number): Promise<number> => {
    const probe = vi.fn(async () => false);
    const connection = createConnection({ probe, hasNetwork: () => true, random: () => random });
    await connection.look();
    const start = Date.now();
    while (probe.mock.calls.length === 1) await vi.advanceTimersByTimeAsync(100);
    return Date.now() - start;
  };
  expect([await firstPause(0), await firstPause(1)]).toEqual([1_500, 2_500]);
});

test('many calls that fail at once ask once', async () => {
  const { connection, probe } = connectionTo({ answers: false, hasNetwork: true });
  await Promise.all([connection.look(), connection.look(), connection.look()]);
  expect(probe).toHaveBeenCalledTimes(1);
});
