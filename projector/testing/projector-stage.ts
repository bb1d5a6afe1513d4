import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { LIVE_SCHEMA } from '../database.ts';
import { createPositionGate, type PositionGate } from '../position-gate.ts';
import { type Projector, type ProjectorOptions, startProjector } from '../projector.ts';
import { startTestReadModels, type TestReadModels } from './read-models.ts';
import { TestLedger } from './test-ledger.ts';

/** For a file of tests: a database of its own, and before each test a ledger, no read models, and a gate to them. */
export function projectorStage() {
  const logger = pino({ level: 'silent' });
  let db: TestReadModels;
  let ledger: TestLedger;
  let gate: PositionGate;
  const running: Projector[] = [];
  beforeAll(async () => {
    db = await startTestReadModels();
  });
  afterAll(() => db.stop());
  beforeEach(async () => {
    await db.pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade`);
    ledger = new TestLedger();
    gate = await createPositionGate(db.pool);
  });
  afterEach(async () => {
    await gate.stop();
    await Promise.all(running.splice(0).map((projector) => projector.stop()));
  });
  return {
    get db() {
      return db;
    },
    get ledger() {
      return ledger;
    },
    get gate() {
      return gate;
    },
    /** Ends with the test. */
    async start(options: Partial<ProjectorOptions> = {}): Promise<Projector> {
      const projector = await startProjector({ store: ledger.store(), pool: db.pool, logger, ...options });
      running.push(projector);
      return projector;
    },
    /** The position of the ledger's last event. */
    head(): LedgerPosition {
      const last = ledger.events.at(-1);
      if (!last) throw new Error('the ledger is empty');
      return last.position;
    },
  };
}
