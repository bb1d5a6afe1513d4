import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AdminEvent } from '../../contracts/events/admins.ts';
import { type AdminsAsOf, admins, NotAnAdmin, NotTheSuperAdmin } from '../../ledger/admins/admins.ts';
import type { RightUse } from '../../ledger/authorize.ts';
import { Deadline } from '../../ledger/deadline.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { createPolicies } from './policies.ts';
import type { RightsFence } from './rights-fence.ts';

const SUPER_ADMIN = '0xAAaAaaaaAAAaaAaAaaaaAaaaAAaaAAAAaAaAaaAA';
const ADMIN = '0xBbBBBBbbBBBbbbBbBbbbbBBbBbbbbBbBbbBBbBbb';
const AUDITOR = '0xCcCCccCCCcCcCCCcCcCccCCcccccCCCcccCCcccC';
const STRANGER = '0xdDdDddDdDdddDDddDDddDDDDdDdDDdDDdDDDDDDd';

/** What the ledger says after these events; the first of the stream has revision 0. */
function asOf(...events: AdminEvent[]): AdminsAsOf {
  const state = events.reduce(admins.evolve, admins.initialState);
  return { state, revision: events.length > 0 ? BigInt(events.length - 1) : undefined };
}

const added = (wallet: string): AdminEvent => ({
  type: 'AdminAdded',
  data: { wallet, addedBy: SUPER_ADMIN },
});

const known = asOf(added(ADMIN), { type: 'AuditorAdded', data: { wallet: AUDITOR, addedBy: SUPER_ADMIN } });

const use = (over: Partial<RightUse> = {}): RightUse => ({
  stream: 'account-1',
  expected: 3n,
  commandId: 'command',
  deadline: new Deadline(),
  ...over,
});

/** A fence that writes down what is held and given back. */
function watchedFence(adminsRevision = -1n) {
  const seen: string[] = [];
  const held = (what: string) => ({
    adminsRevision,
    async [Symbol.asyncDispose]() {
      seen.push(`${what} given back`);
    },
  });
  const fence: RightsFence = {
    async act({ stream }) {
      seen.push(`act on ${stream}`);
      return held('act');
    },
    async actAlone({ stream }) {
      seen.push(`act alone on ${stream}`);
      return held('act alone');
    },
    async removal({ stream }) {
      seen.push(`removal on ${stream}`);
      return held('removal');
    },
    alone: () => Promise.reject(new Error('nobody decides here')),
  };
  return { fence, seen };
}

type World = {
  readonly rights?: (deadline?: Deadline) => Promise<AdminsAsOf>;
  readonly isInForce?: () => boolean;
  readonly adminsRevision?: bigint;
};

function policiesOf({ rights = async () => known, isInForce, adminsRevision }: World = {}) {
  const { fence, seen } = watchedFence(adminsRevision);
  return { policies: createPolicies(SUPER_ADMIN, rights, fence, isInForce), seen };
}

afterEach(() => {
  vi.useRealTimers();
});

const silent = async () => {
  throw new LedgerUnavailable(new Error('no answer'));
};

describe('roles', () => {
  test.each([
    [SUPER_ADMIN, 'superAdmin'],
    [ADMIN, 'admin'],
    [AUDITOR, 'auditor'],
    [STRANGER, 'user'],
  ])('of %s, in whatever case it is written', async (wallet, role) => {
    const { policies } = policiesOf();
    expect(await policies.roleOf(wallet)).toBe(role);
    expect(await policies.roleOf(wallet.toLowerCase())).toBe(role);
    expect(await policies.shownRoleOf(wallet)).toBe(role);
  });

  test('the rights are those that the ledger names, and the super admin is who the setting says', async () => {
    const { policies } = policiesOf();
    expect((await policies.rights()).admins.size).toBe(1);
    expect(policies.superAdminWallet).toBe(SUPER_ADMIN);
  });

  test('who is super admin needs no answer of the ledger', async () => {
    const { policies } = policiesOf({ rights: silent });
    expect(await policies.roleOf(SUPER_ADMIN)).toBe('superAdmin');
    await expect(policies.roleOf(ADMIN)).rejects.toThrow(LedgerUnavailable);
  });

  test('a super admin whose right is not in force is nobody', async () => {
    const { policies } = policiesOf({ isInForce: () => false });
    expect(await policies.roleOf(SUPER_ADMIN)).toBe('user');
    expect(await policies.roleOf(ADMIN)).toBe('admin');
    await expect(policies.requireAdmin(SUPER_ADMIN)(use())).rejects.toThrow(NotAnAdmin);
    await expect(policies.requireSuperAdmin(SUPER_ADMIN)(use())).rejects.toThrow(NotTheSuperAdmin);
  });

  test('while the ledger does not answer an ordinary user is shown, and any other fault is told', async () => {
    expect(await policiesOf({ rights: silent }).policies.shownRoleOf(ADMIN)).toBe('user');
    const { policies } = policiesOf({
      rights: async () => {
        throw new TypeError('a fault of the program');
      },
    });
    await expect(policies.shownRoleOf(ADMIN)).rejects.toThrow(TypeError);
  });
});

describe('an act of an admin', () => {
  test('holds the right for its stream until it is given back, and names the revision that gave it', async () => {
    const { policies, seen } = policiesOf();
    const held = await policies.requireAdmin(ADMIN)(use());
    expect(held?.right).toEqual({ role: 'admin', adminsRevision: 1 });
    expect(seen).toEqual(['act on account-1']);
    await held?.[Symbol.asyncDispose]();
    expect(seen).toEqual(['act on account-1', 'act given back']);
  });

  test('of the super admin asks neither the ledger nor the fence', async () => {
    const { policies, seen } = policiesOf({ rights: silent });
    for (const policy of [policies.requireAdmin, policies.requireSuperAdmin]) {
      const held = await policy(SUPER_ADMIN.toLowerCase())(use());
      expect(held?.right).toEqual({ role: 'superAdmin' });
      await expect(held?.[Symbol.asyncDispose]()).resolves.toBeUndefined();
    }
    expect(seen).toEqual([]);
  });

  test.each([
    ['an auditor', AUDITOR],
    ['a stranger', STRANGER],
  ])('is refused to %s, and nothing stays held', async (_, wallet) => {
    const { policies, seen } = policiesOf();
    await expect(policies.requireAdmin(wallet)(use())).rejects.toThrow(NotAnAdmin);
    expect(seen).toEqual(['act on account-1', 'act given back']);
    await expect(policies.requireSuperAdmin(wallet)(use())).rejects.toThrow(NotTheSuperAdmin);
    await expect(policies.requireSuperAdmin(ADMIN)(use())).rejects.toThrow(NotTheSuperAdmin);
  });

  test('is refused while the ledger does not answer, and nothing stays held', async () => {
    const { policies, seen } = policiesOf({ rights: silent });
    await expect(policies.requireAdmin(ADMIN)(use())).rejects.toThrow(LedgerUnavailable);
    expect(seen).toEqual(['act on account-1', 'act given back']);
  });

  test('looks at the ledger within the time of its command', async () => {
    const asked: (Deadline | undefined)[] = [];
    const { policies } = policiesOf({
      rights: async (deadline) => {
        asked.push(deadline);
        return known;
      },
    });
    const one = use();
    await policies.requireAdmin(ADMIN)(one);
    expect(asked).toEqual([one.deadline]);
  });

  test('is refused where a node shows rights of before the last removal, as an outage and not as a refusal', async () => {
    const { policies, seen } = policiesOf({ adminsRevision: 2n });
    await expect(policies.requireAdmin(ADMIN)(use())).rejects.toMatchObject({
      cause: { message: 'the event store shows rights of before a removal' },
    });
    await expect(policies.requireAdmin(ADMIN)(use())).rejects.toThrow(LedgerUnavailable);
    expect(seen.filter((one) => one === 'act given back')).toHaveLength(2);
    // Those of the removal itself are new enough.
    const level = policiesOf({ adminsRevision: 1n });
    await expect(level.policies.requireAdmin(ADMIN)(use())).resolves.toBeDefined();
  });

  describe('after the rights were read', () => {
    const removed = asOf(added(ADMIN), added(STRANGER), {
      type: 'AdminRemoved',
      data: { wallet: ADMIN, removedBy: SUPER_ADMIN },
    });
    /** The ledger shows `first`, and `then` from the second reading on. @returns how often it was read, too */
    async function readOnce(first: AdminsAsOf, then: AdminsAsOf, lastRemoval: bigint) {
      const readings = [first];
      let times = 0;
      const rights = async () => {
        times += 1;
        return readings.shift() ?? then;
      };
      const { policies, seen } = policiesOf({ rights, adminsRevision: lastRemoval });
      await policies.roleOf(ADMIN);
      return { policies, seen, times: () => times };
    }

    test('is in the right that was read where no later removal is known, and is held', async () => {
      for (const lastRemoval of [-1n, 1n]) {
        const { policies, seen, times } = await readOnce(known, removed, lastRemoval);
        const held = await policies.requireAdmin(ADMIN)(use());
        expect(held?.right).toEqual({ role: 'admin', adminsRevision: 1 });
        expect(times()).toBe(1);
        await held?.[Symbol.asyncDispose]();
        expect(seen).toEqual(['act on account-1', 'act given back']);
      }
    });

    test('is refused where a removal is known that the reading does not show', async () => {
      const { policies, seen } = await readOnce(known, removed, 2n);
      await expect(policies.requireAdmin(ADMIN)(use())).rejects.toThrow(NotAnAdmin);
      expect(seen).toEqual(['act on account-1', 'act given back']);
    });

    test('reads again for whom the reading shows no right, and finds what was given since', async () => {
      const given = asOf(...[ADMIN, STRANGER].map((wallet) => added(wallet)));
      const { policies } = await readOnce(asOf(added(ADMIN)), given, -1n);
      const held = await policies.requireAdmin(STRANGER)(use());
      expect(held?.right).toEqual({ role: 'admin', adminsRevision: 1 });
    });

    test('reads again where nothing is appended, or others are spared by what is seen', async () => {
      const { policies, times } = await readOnce(known, known, -1n);
      await policies.requireAdmin(ADMIN)(use({ isDryRun: true }));
      expect(times()).toBe(2);
      await policies.requireAdminOver(ADMIN, () => undefined)(use());
      expect(times()).toBe(3);
    });

    test('reads again a second later, and then serves by the newest of what was read', async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const { policies, times } = await readOnce(known, removed, -1n);
      vi.advanceTimersByTime(1_000);
      await policies.requireAdmin(ADMIN)(use());
      expect(times()).toBe(1);
      vi.advanceTimersByTime(1);
      await expect(policies.requireAdmin(ADMIN)(use())).rejects.toThrow(NotAnAdmin);
      expect(times()).toBe(2);
    });

    test('a reading that is older than the last changes nothing, when it comes late', async () => {
      const late = Promise.withResolvers<AdminsAsOf>();
      const answers = [late.promise, Promise.resolve(removed)];
      const { policies } = policiesOf({ rights: () => answers.shift() ?? Promise.resolve(removed) });
      const slow = policies.roleOf(ADMIN);
      await policies.roleOf(STRANGER);
      late.resolve(known);
      expect(await slow).toBe('admin');
      await expect(policies.requireAdmin(ADMIN)(use())).rejects.toThrow(NotAnAdmin);
    });
  });

  test('before anybody was an admin is refused, not an outage', async () => {
    const { policies } = policiesOf({ rights: async () => asOf() });
    await expect(policies.requireAdmin(ADMIN)(use())).rejects.toThrow(NotAnAdmin);
  });

  test('that appends nothing is looked at and held for nothing', async () => {
    const { policies, seen } = policiesOf();
    const held = await policies.requireAdmin(ADMIN)(use({ isDryRun: true }));
    expect(held?.right).toEqual({ role: 'admin', adminsRevision: 1 });
    await expect(held?.[Symbol.asyncDispose]()).resolves.toBeUndefined();
    await expect(policies.requireAdmin(STRANGER)(use({ isDryRun: true }))).rejects.toThrow(NotAnAdmin);
    expect(seen).toEqual([]);
  });
});

describe('an act that spares who has a right', () => {
  test.each([
    [ADMIN, { role: 'admin', adminsRevision: 1 }],
    [SUPER_ADMIN, { role: 'superAdmin' }],
  ])('holds what it has seen of the rights of others, also where %s acts', async (wallet, right) => {
    const { policies, seen } = policiesOf();
    const roles: string[] = [];
    const held = await policies.requireAdminOver(wallet, (roleOf) => {
      roles.push(...[SUPER_ADMIN, ADMIN, AUDITOR, STRANGER].map(roleOf));
    })(use());
    expect(roles).toEqual(['superAdmin', 'admin', 'auditor', 'user']);
    expect(held?.right).toEqual(right);
    expect(seen).toEqual(['act on account-1']);
    await held?.[Symbol.asyncDispose]();
    expect(seen).toEqual(['act on account-1', 'act given back']);
  });

  test('is refused by what it sees, and to who has no right; nothing stays held', async () => {
    const { policies, seen } = policiesOf();
    const spare = () => {
      throw new TypeError('spared');
    };
    await expect(policies.requireAdminOver(SUPER_ADMIN, spare)(use())).rejects.toThrow(TypeError);
    await expect(policies.requireAdminOver(AUDITOR, spare)(use())).rejects.toThrow(NotAnAdmin);
    expect(seen.filter((one) => one === 'act given back')).toHaveLength(2);
  });

  test('is refused where a node shows rights of before the last was given or taken, whoever acts', async () => {
    const { policies } = policiesOf({ adminsRevision: 2n });
    const act = policies.requireAdminOver(SUPER_ADMIN, () => undefined)(use());
    await expect(act).rejects.toThrow(LedgerUnavailable);
  });
});

describe('an act beside which there is no other', () => {
  test.each([
    [ADMIN, { role: 'admin', adminsRevision: 1 }],
    [SUPER_ADMIN, { role: 'superAdmin' }],
  ])('holds the right alone until it is given back, also where %s acts', async (wallet, right) => {
    const { policies, seen } = policiesOf();
    const held = await policies.requireAdminAlone(wallet)(use());
    expect(held?.right).toEqual(right);
    expect(seen).toEqual(['act alone on account-1']);
    await held?.[Symbol.asyncDispose]();
    expect(seen).toEqual(['act alone on account-1', 'act alone given back']);
  });

  test('is refused to who has no right, and where a node shows rights of before a removal; nothing stays held', async () => {
    const { policies, seen } = policiesOf();
    await expect(policies.requireAdminAlone(AUDITOR)(use())).rejects.toThrow(NotAnAdmin);
    expect(seen).toEqual(['act alone on account-1', 'act alone given back']);
    const behind = policiesOf({ adminsRevision: 2n });
    await expect(behind.policies.requireAdminAlone(ADMIN)(use())).rejects.toThrow(LedgerUnavailable);
    expect(behind.seen).toEqual(['act alone on account-1', 'act alone given back']);
  });

  test('that appends nothing is held for nothing', async () => {
    const { policies, seen } = policiesOf();
    await policies.requireAdminAlone(ADMIN)(use({ isDryRun: true }));
    expect(seen).toEqual([]);
  });
});

describe('giving a right', () => {
  test.each([
    [ADMIN, { role: 'admin', adminsRevision: 1 }],
    [SUPER_ADMIN, { role: 'superAdmin' }],
  ])('waits for the acts under way before it looks, also where %s gives it', async (wallet, right) => {
    const { policies, seen } = policiesOf();
    const one = use({ stream: 'admins' });
    const held = await policies.requireAdminToGive(wallet, async (deadline) => {
      expect(deadline).toBe(one.deadline);
      seen.push('look');
    })(one);
    expect(held?.right).toEqual(right);
    expect(seen).toEqual(['removal on admins', 'look']);
    await held?.[Symbol.asyncDispose]();
    expect(seen).toEqual(['removal on admins', 'look', 'removal given back']);
  });

  test('is refused by what it finds, and to who has no right; nothing stays held', async () => {
    const { policies, seen } = policiesOf();
    const find = async () => {
      throw new TypeError('found');
    };
    await expect(policies.requireAdminToGive(SUPER_ADMIN, find)(use())).rejects.toThrow(TypeError);
    await expect(policies.requireAdminToGive(STRANGER, find)(use())).rejects.toThrow(NotAnAdmin);
    expect(seen.filter((one) => one === 'removal given back')).toHaveLength(2);
    const over = policiesOf({ isInForce: () => false });
    await expect(over.policies.requireAdminToGive(SUPER_ADMIN, find)(use())).rejects.toThrow(NotAnAdmin);
  });
});

test('a removal waits for the acts under way, in the right of the super admin', async () => {
  const { policies, seen } = policiesOf({ rights: silent });
  const held = await policies.holdActs(use({ stream: 'admins' }));
  expect(held?.right).toEqual({ role: 'superAdmin' });
  expect(seen).toEqual(['removal on admins']);
  await held?.[Symbol.asyncDispose]();
  expect(seen).toEqual(['removal on admins', 'removal given back']);
});
