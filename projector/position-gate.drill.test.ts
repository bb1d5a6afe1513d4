import { expect, test } from 'vitest';
import { startFaultProxy } from '../ledger/embedded/testing/fault-proxy.ts';
import { createPool, LIVE_SCHEMA, type PoolOptions } from './database.ts';
import { createPositionGate } from './position-gate.ts';
import { findUserById } from './read-models/users/queries.ts';
import { projectorStage } from './testing/projector-stage.ts';
import { portOf, throughPort } from './testing/through-port.ts';

const stage = projectorStage();
const { start, head } = stage;

test('a gate that has been stopped keeps nobody waiting, and listens to nothing', async () => {
  const stopped = await createPositionGate(stage.db.pool);
  const beyond = { commit: 2n ** 60n, prepare: 2n ** 60n };
  const patience = 600_000;
  const waiting = stopped.waitFor(beyond, patience);
  await stopped.stop();
  expect(await waiting).toBe(false);
  expect(await stopped.waitFor(beyond, patience)).toBe(false);
  await stopped.moved(stopped.position(), patience, new AbortController().signal);
  const userId = stage.ledger.open();
  await start();
  expect(await stage.gate.waitFor(head(), 5_000)).toBe(true);
  expect(await findUserById(stage.db.pool, userId)).toBeDefined();
  expect(stopped.position()).toBeUndefined();
});

/** A gate with a proxy before its Postgres, at the ledger's end. */
async function gateThroughProxy(options: PoolOptions = {}, lifeEvery?: number) {
  stage.ledger.open();
  await start();
  const proxy = await startFaultProxy(portOf(stage.db.connectionString));
  const address = throughPort(stage.db.connectionString, proxy.port);
  const pool = createPool(address, { connectTimeout: 500, ...options });
  const gate = await createPositionGate(pool, LIVE_SCHEMA, lifeEvery);
  expect(await gate.waitFor(head(), 5_000)).toBe(true);
  return {
    proxy,
    gate,
    async hearAgain() {
      const waiting = gate.waitFor(head(), 10_000);
      proxy.heal();
      expect(await waiting).toBe(true);
      await gate.stop();
      await pool.end();
      await proxy.close();
    },
  };
}

test('a gate that has lost Postgres takes nothing for held that it heard before, until it hears again', async () => {
  const { proxy, gate: deaf, hearAgain } = await gateThroughProxy();
  proxy.inject({ kind: 'black-hole' });
  proxy.reset();
  await expect.poll(() => deaf.waitFor(head(), 20)).toBe(false);
  expect(deaf.position()).toEqual(head());
  await hearAgain();
});

test('a gate whose connection stays open for a Postgres that is gone notices that nothing is heard any more', async () => {
  const { proxy, gate: deaf, hearAgain } = await gateThroughProxy({ answerTimeout: 200 }, 20);
  proxy.inject({ kind: 'black-hole' });
  await expect.poll(() => deaf.waitFor(head(), 20)).toBe(false);
  await hearAgain();
});

test('a gate finds what was reached without a word of it, and after a loss of Postgres counts what that holds then', async () => {
  stage.ledger.open();
  const projector = await start();
  expect(await stage.gate.waitFor(head(), 5_000)).toBe(true);
  await projector.stop();
  const moveBy = (bytes: number) =>
    stage.db.pool.query(`update ${LIVE_SCHEMA}.checkpoint set commit = commit + $1, prepare = prepare + $1`, [
      bytes,
    ]);
  const { commit, prepare } = head();
  const further = { commit: commit + 50n, prepare: prepare + 50n };
  await moveBy(50);
  // It looks by itself after half of this.
  expect(await stage.gate.waitFor(further, 6_000)).toBe(true);
  expect(stage.gate.position()).toEqual(further);

  await moveBy(-50);
  await stage.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => stage.gate.position()).toEqual(head());
  expect(await stage.gate.waitFor(further, 100)).toBe(false);
  expect(await stage.gate.waitFor(head(), 5_000)).toBe(true);
});

test('the gate: at once when reached, false when time is up, false when it stops', async () => {
  stage.ledger.open();
  await start();
  expect(await stage.gate.waitFor(head(), 5_000)).toBe(true);
  const started = performance.now();
  expect(await stage.gate.waitFor(head(), 5_000)).toBe(true);
  // Nothing is asked of Postgres, and nothing waited for.
  expect(performance.now() - started).toBeLessThan(5_000);
  const beyond = { commit: head().commit + 1n, prepare: head().prepare + 1n };
  expect(await stage.gate.waitFor(beyond, 50)).toBe(false);
  const waiting = stage.gate.waitFor(beyond, 60_000);
  await stage.gate.stop();
  expect(await waiting).toBe(false);
});
