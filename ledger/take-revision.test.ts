import { expect, test } from 'vitest';
import { Deadline } from './deadline.ts';
import { type EnvelopedEvent, envelop } from './envelope.ts';
import { runErrand } from './simulation/world/errand.ts';
import { Life } from './simulation/world/life.ts';
import { givenLuck } from './simulation/world/luck.ts';
import { MemoryLog } from './simulation/world/memory-log.ts';
import { connect } from './simulation/world/network.ts';
import { chanceOf } from './simulation/world/random.ts';
import { World } from './simulation/world/world.ts';
import { takeRevision } from './take-revision.ts';

const STREAM = 'admins';
const chance = chanceOf(1);
const [super_, other] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];

function added(commandId: string, end: Parameters<typeof envelop>[2]) {
  const actor = { kind: 'admin', wallet: super_ } as const;
  const [occurredAt, inputHash] = ['2026-01-05T10:00:00.000Z', '0'.repeat(64)];
  const envelope = { stream: STREAM, commandId, inputHash, actor, occurredAt, correlationId: commandId };
  return envelop([{ type: 'AdminAdded', data: { wallet: other, addedBy: super_ } }], envelope, end);
}

test('a node that is behind does not make an open append count as over', async () => {
  const world = new World(chance, givenLuck(new Map()), new Set());
  const log = new MemoryLog(() => undefined);
  const put = (events: readonly EnvelopedEvent[], expected: bigint | undefined) =>
    log.append(STREAM, JSON.stringify(events), expected, 'test');
  const first = added(chance.uuid('one'), undefined);
  const second = added(chance.uuid('two'), first.end);
  put(first.events, undefined);
  const life = new Life(world.scheduler);
  const store = connect(world, log, life);
  const [old] = log.stream(STREAM);
  put(second.events, 0n);
  let reads = 0;
  const behind: typeof store = {
    ...store,
    readLast: (...call) => (reads++ === 0 ? Promise.resolve(old) : store.readLast(...call)),
  };
  // The act is to follow revision 1, and a node answers that there is none but 0.
  const open = { stream: STREAM, expected: 1n, commandId: chance.uuid('act') };
  const deadline = new Deadline(undefined, undefined, life.timing(chance));
  const over = runErrand('test', () => takeRevision(behind, open, '2026-01-05T10:00:01.000Z', deadline));
  await world.scheduler.run(() => false, 1_000);
  await over;
  expect(log.stream(STREAM).map(({ type }) => type)).toEqual(['AdminAdded', 'AdminAdded', 'RevisionTaken']);
});
