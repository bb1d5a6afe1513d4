import { type AdminsAsOf, isAdmin, NotAnAdmin } from '../../admins/admins.ts';
import type { Authorize, HeldRight, RightUse } from '../../authorize.ts';
import type { Deadline } from '../../deadline.ts';
import { LedgerUnavailable } from '../../domain-error.ts';
import type { OpenAppend } from '../../take-revision.ts';
import type { Database, Session } from '../world/database.ts';
import type { Life } from '../world/life.ts';

/** Of acts of admins that are under way: table and lock, as they are in Postgres. */
export type OpenActs = Map<string, OpenAppend>;

const RIGHTS = 'the lock of rights';
/** Milliseconds, as the program's own pool for it. */
const PATIENCE = 1_000;

export type Fence = {
  readonly act: (use: RightUse) => Promise<HeldRight>;
  readonly removal: (use: RightUse) => Promise<HeldRight>;
};

/**
 * The protocol of the program's own fence on Postgres: an act notes what it is for and holds the lock with others, a
 * removal holds it alone and closes what is noted.
 * @param newId of a note
 * @param close makes sure that an append has landed or never will
 */
export function simulatedFence(
  database: Database,
  openActs: OpenActs,
  life: Life,
  newId: () => string,
  close: (act: OpenAppend, use: RightUse) => Promise<void>,
): Fence {
  return {
    async act({ stream, expected, commandId }) {
      const session = database.connect(life);
      const id = newId();
      await lockOrClose(session, 'shared', () => openActs.set(id, { stream, expected, commandId }));
      return held(session, () => openActs.delete(id));
    },
    async removal(use) {
      const session = database.connect(life, 'lost-removals');
      await lockOrClose(session, 'exclusive', () => undefined);
      const right = held(session, () => undefined);
      try {
        const found = await session.run('find open acts', () => [...openActs]);
        for (const [, act] of found) await close(act, use);
        await session.run('delete open acts', () => {
          for (const [id] of found) openActs.delete(id);
        });
        return right;
      } catch (error) {
        await right[Symbol.asyncDispose]();
        throw error instanceof LedgerUnavailable ? error : new LedgerUnavailable(error);
      }
    },
  };
}

async function lockOrClose(
  session: Session,
  mode: 'shared' | 'exclusive',
  effect: () => void,
): Promise<void> {
  try {
    await session.lock(RIGHTS, mode, PATIENCE, effect);
  } catch (error) {
    session.close();
    throw error;
  }
}

function held(session: Session, effect: () => void): HeldRight {
  return {
    async [Symbol.asyncDispose]() {
      try {
        await session.unlock(RIGHTS, effect);
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) throw error;
      }
      session.close();
    },
  };
}

/** As the program's policies. */
export type Policies = {
  readonly requireAdmin: (wallet: string) => Authorize;
  readonly holdActs: Authorize;
};

const theSuperAdmins = { right: { role: 'superAdmin' } } as const;

export function simulatedPolicies(
  superAdmin: string,
  asOf: (deadline: Deadline) => Promise<AdminsAsOf>,
  fence: Fence,
): Policies {
  return {
    requireAdmin: (wallet) => async (use) => {
      if (wallet === superAdmin) return { ...theSuperAdmins, async [Symbol.asyncDispose]() {} };
      const right = await fence.act(use);
      try {
        const { state, revision } = await asOf(use.deadline);
        if (revision === undefined || !isAdmin(state, wallet)) throw new NotAnAdmin();
        return { ...right, right: { role: 'admin', adminsRevision: Number(revision) } };
      } catch (refusal) {
        await right[Symbol.asyncDispose]();
        throw refusal;
      }
    },
    holdActs: async (use) => ({ ...(await fence.removal(use)), ...theSuperAdmins }),
  };
}
