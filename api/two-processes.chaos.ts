import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectEqualFold } from './testing/equal-fold.ts';
import { administer, superAdminister } from './testing/two-processes/admins.ts';
import {
  expectProvenRaffles,
  finishRaffles,
  repeatSome,
  whenProcessesAreDone,
  whenReady,
} from './testing/two-processes/aftermath.ts';
import { auditLedger } from './testing/two-processes/audit.ts';
import { type Fleet, startFleet } from './testing/two-processes/fleet.ts';
import { connect, newPerson } from './testing/two-processes/person.ts';
import { isAcknowledged } from './testing/two-processes/sent.ts';
import { makeTrouble, type Troubles } from './testing/two-processes/trouble.ts';
import { arrive, verifyEmail, visit } from './testing/two-processes/visitors.ts';
import { choicesOf, newWorld, type World } from './testing/two-processes/world.ts';

/** How long trouble lasts, and the seed of all choices: the one that a failed run has printed makes the same again. */
const { CHAOS_MINUTES = '5', CHAOS_SEED = randomUUID() } = process.env;
const VISITORS = 8;
const ADMINS = 3;
/** With a verified address, before the trouble begins. */
const FIRST_USERS = 8;

const superAdmin = newPerson(`${CHAOS_SEED}/super-admin`);
const admins = Array.from({ length: ADMINS }, (_, n) => newPerson(`${CHAOS_SEED}/admin/${n}`));
const over = new AbortController();

let fleet: Fleet;
let world: World;
beforeAll(async () => {
  say(`seed ${CHAOS_SEED}, ${CHAOS_MINUTES} minutes`);
  fleet = await startFleet(superAdmin.account.address);
  world = newWorld(fleet, CHAOS_SEED, over.signal);
});
afterAll(() => fleet.stop());

test('two processes that are killed, on networks that fail, keep one ledger that is true', async () => {
  await whenReady(fleet);
  const choices = choicesOf(world, 'first');
  await connect(world, superAdmin, 0);
  for (let n = 0; n < FIRST_USERS; n++)
    await verifyEmail(world, await arrive(world, `first/${n}`, choices), choices);

  const timer = setTimeout(() => over.abort(), Number(CHAOS_MINUTES) * 60_000);
  const troubles = makeTrouble(fleet, CHAOS_SEED, over.signal);
  const work = Promise.all([
    ...Array.from({ length: VISITORS }, (_, n) => visit(world, `visitor/${n}`)),
    ...admins.map((admin, n) => administer(world, admin, `admin/${n}`)),
    superAdminister(world, superAdmin, admins),
  ]);
  try {
    const counted = await Promise.race([troubles, work.then(() => troubles)]);
    await whenReady(fleet);
    await work;
    say(`answered after the trouble: all; sent once more: ${await repeatSome(world, 0.1)}`);
    await finishRaffles(world, superAdmin);
    await whenProcessesAreDone(fleet);
    printFigures(counted);
    const events = await expectEqualFold(fleet);
    const raffles = await expectProvenRaffles(fleet, events);
    say(`${events.length} events, ${raffles} raffles drawn`);
    auditLedger(events, world.sent, superAdmin.account.address);
  } finally {
    clearTimeout(timer);
    over.abort();
    for (const fault of world.faults) say(fault);
  }
  expect(world.faults).toEqual([]);
  expect(world.sent.some(isAcknowledged)).toBe(true);
});

function printFigures(troubles: Troubles): void {
  const { apis, projector } = fleet;
  const acknowledged = world.sent.filter(isAcknowledged);
  const byName = Object.entries(Object.groupBy(acknowledged, ({ name }) => name));
  const kept = [...apis, projector].map(
    (one) => `${one.name} ${one.kills()} kills, ${one.endings()} ends of its own`,
  );
  say(`${world.sent.length} commands, ${acknowledged.length} acknowledged: ${JSON.stringify(
    Object.fromEntries(byName.map(([name, those]) => [name, those?.length])),
  )}
${JSON.stringify(world.figures)}; slowest answers in ms: ${JSON.stringify(world.slowest)}
${kept.join('; ')}
network faults ${JSON.stringify(troubles)}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
