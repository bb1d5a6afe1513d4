import { expect } from 'vitest';
import { expectEqualFold } from '../equal-fold.ts';
import { administer, superAdminister } from '../two-processes/admins.ts';
import { finishRaffles, whenProcessesAreDone, whenReady } from '../two-processes/aftermath.ts';
import { auditLedger } from '../two-processes/audit.ts';
import type { Fleet } from '../two-processes/fleet.ts';
import { connect, newPerson, type Person } from '../two-processes/person.ts';
import { isAcknowledged } from '../two-processes/sent.ts';
import { arrive, visit } from '../two-processes/visitors.ts';
import { choicesOf, newWorld, type World } from '../two-processes/world.ts';

/** People and admins who do what they like at a deployment while something happens to it. */
export type Work = {
  /** Who has every right. */
  readonly superAdmin: Person;
  /** How many commands were acknowledged so far. */
  acknowledged(): number;
  /**
   * They work while `trouble` goes on, and until all that they sent is certainly answered. Then nothing that was
   * acknowledged is missing, nothing was done twice, and every row of the read models is what the events give.
   * @returns how many commands were acknowledged meanwhile
   */
  during(trouble: () => Promise<unknown>): Promise<number>;
};

export type WorkOptions = {
  readonly seed: string;
  readonly visitors?: number;
  /** Tells the people of this run from those whom the stores know already; the same ones unless given. */
  readonly run?: string;
};

/** Milliseconds in which a deployment is up: less than a test's hook has, which would not say what was not ready. */
const UP_IN = 90_000;

export const superAdminOf = (seed: string): Person => newPerson(`${seed}/super-admin`);

/** @param deployment whose super admin is that of the seed */
export async function startWork(
  deployment: Fleet,
  { seed, visitors = 4, run = seed }: WorkOptions,
): Promise<Work> {
  const superAdmin = superAdminOf(seed);
  const admin = newPerson(`${run}/admin`);
  const sent: World['sent'] = [];
  const known: Person[] = [];
  await whenReady(deployment, UP_IN);
  const first = newWorld(deployment, `${run}/first`, new AbortController().signal);
  await connect(first, superAdmin, 0);
  for (let n = 0; n < 3; n++) known.push(await arrive(first, `first/${n}`, choicesOf(first, 'first')));
  let turns = 0;
  const acknowledged = () => sent.filter(isAcknowledged).length;

  return {
    superAdmin,
    acknowledged,
    async during(trouble) {
      const over = new AbortController();
      const turn = `${run}/${++turns}`;
      // Acts on all accounts are not what this is about.
      const world: World = {
        ...newWorld(deployment, turn, over.signal),
        ...{ sent, known, mayActOnAll: () => false },
      };
      const before = acknowledged();
      const work = Promise.all([
        ...Array.from({ length: visitors }, (_, n) => visit(world, `visitor/${n}`)),
        administer(world, admin, 'admin'),
        superAdminister(world, superAdmin, [admin]),
      ]);
      try {
        await Promise.race([trouble(), work.then(() => Promise.reject(new Error('the work has ended')))]);
      } finally {
        over.abort();
      }
      await work;
      await whenReady(deployment);
      await finishRaffles(world, superAdmin);
      await whenProcessesAreDone(deployment);
      const events = await expectEqualFold(deployment);
      auditLedger(events, sent, superAdmin.account.address);
      expect(world.faults).toEqual([]);
      expect(world.figures.hung).toBe(0);
      return acknowledged() - before;
    },
  };
}
