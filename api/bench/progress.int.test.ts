import { expect, test } from 'vitest';
import { ONE_EVO } from '../../contracts/money.ts';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { projectorStage } from '../../projector/testing/projector-stage.ts';
import { projected } from './progress.ts';

const stage = projectorStage();

test('a bench counts the read models as filled when they are level, not when the last event is in them', async () => {
  expect(await projected(stage.db.pool)).toBe(0);
  stage.ledger.grant(stage.ledger.open(), ONE_EVO);
  const projector = await stage.start();
  await expect.poll(() => projector.status().state).toBe('live');
  const { commit } = stage.head();
  expect(await projected(stage.db.pool)).toBe(Number(commit));
  await projector.stop();
  await stage.db.pool.query(`update ${LIVE_SCHEMA}.lead set level_at = null`);
  expect(await projected(stage.db.pool)).toBe(Number(commit) - 1);
});
