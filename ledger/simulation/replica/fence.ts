import { type AdminsAsOf, type AdminsState, isAdmin, NotAnAdmin } from '../../admins/admins.ts';
import type { Authorize, HeldRight, RightUse } from '../../authorize.ts';
import type { Deadline } from '../../deadline.ts';
import { LedgerUnavailable } from '../../domain-error.ts';
import type { OpenAppend } from '../../take-revision.ts';
import type { Database, Session } from '../world/database.ts';
import type { Life } from '../world/life.ts';

/** Of acts and removals of admins that are under way, and the last removal: as the tables in Postgres. */
export type OpenActs = {
  readonly rows: Map<string, OpenAppend & { readonly isRemoval: boolean }>;
  lastRemoval: bigint;
};

const RIGHTS = 'the lock of rights';
/** Milliseconds, as the program's own pool for it. */
const PATIENCE = 1_000;

type HeldAct = HeldRight & { readonly adminsRevision: bigint };

export type Fence = {
  readonly act: (use: RightUse) => Promise<HeldAct>;
  readonly actAlone: (use: RightUse) => Promise<HeldAct>;
  readonly removal: (use: RightUse) => Promise<HeldRight>;
};

/**
 * The protocol of the program's own fence on Postgres: an act notes what it is for and holds the lock with others, a
 * removal, and an act beside which there is no other, holds it alone and closes what is noted.
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
  /** The last removal by then, whoever has closed it. */
  const closeAll = async (session: Session, use: RightUse, onlyRemovals: boolean, right: HeldRight) => {
    try {
      const found = await session.run('find open acts', () =>
        [...openActs.rows].filter(([, { isRemoval }]) => isRemoval || !onlyRemovals),
      );
      for (const [, act] of found) await close(act, use);
      return await session.run('delete open acts', () => {
        for (const [id, { isRemoval, expected = -1n }] of found) {
          if (isRemoval && expected + 1n > openActs.lastRemoval) openActs.lastRemoval = expected + 1n;
          openActs.rows.delete(id);
        }
        return openActs.lastRemoval;
      });
    } catch (error) {
      await right[Symbol.asyncDispose]();
      throw error instanceof LedgerUnavailable ? error : new LedgerUnavailable(error);
    }
  };
  const holdAlone = async (use: RightUse, isRemoval: boolean) => {
    const session = database.connect(life);
    await lockOrClose(session, 'exclusive', () => undefined);
    const id = newId();
    const right = held(session, () => openActs.rows.delete(id));
    await closeAll(session, use, false, right);
    const { stream, expected, commandId } = use;
    try {
      const adminsRevision = await session.run(isRemoval ? 'begin a removal' : 'begin an act', () => {
        openActs.rows.set(id, { stream, expected, commandId, isRemoval });
        return openActs.lastRemoval;
      });
      return { session, right, adminsRevision };
    } catch (error) {
      await right[Symbol.asyncDispose]();
      throw error;
    }
  };
  return {
    async act(use) {
      const session = database.connect(life);
      const id = newId();
      const { stream, expected, commandId } = use;
      let found = { adminsRevision: -1n, hasRemoval: false };
      await lockOrClose(session, 'shared', () => {
        const rows = [...openActs.rows.values()];
        found = { adminsRevision: openActs.lastRemoval, hasRemoval: rows.some(({ isRemoval }) => isRemoval) };
        openActs.rows.set(id, { stream, expected, commandId, isRemoval: false });
      });
      const right = held(session, () => openActs.rows.delete(id));
      const { hasRemoval, adminsRevision } = found;
      if (!hasRemoval) return { ...right, adminsRevision };
      return { ...right, adminsRevision: await closeAll(session, use, true, right) };
    },
    async actAlone(use) {
      const { right, adminsRevision } = await holdAlone(use, false);
      return { ...right, adminsRevision };
    },
    async removal(use) {
      const { session, right } = await holdAlone(use, true);
      const onAppended = (revision: bigint) => {
        const note = () => {
          if (revision > openActs.lastRemoval) openActs.lastRemoval = revision;
        };
        // Over another connection where that of the lock is gone.
        return session
          .run('note a removal', note)
          .catch(() => database.statement(life, 'note a removal', note));
      };
      return { ...right, onAppended };
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
  readonly requireAdminAlone: (wallet: string) => Authorize;
  readonly requireAdminOver: (wallet: string, look: (rights: AdminsState) => void) => Authorize;
  readonly requireAdminToGive: (wallet: string, look: (deadline: Deadline) => Promise<void>) => Authorize;
  readonly holdActs: Authorize;
  readonly hold: Authorize;
};

const theSuperAdmins = { right: { role: 'superAdmin' } } as const;

export function simulatedPolicies(
  superAdmin: string,
  asOf: (deadline: Deadline) => Promise<AdminsAsOf>,
  fence: Fence,
): Policies {
  const rightIn = ({ state, revision = -1n }: AdminsAsOf, wallet: string): Pick<HeldRight, 'right'> => {
    if (wallet === superAdmin) return theSuperAdmins;
    if (!isAdmin(state, wallet)) throw new NotAnAdmin();
    return { right: { role: 'admin', adminsRevision: Number(revision) } };
  };
  const heldIf = async <Held extends HeldRight>(
    held: Held,
    find: (held: Held) => Promise<Pick<HeldRight, 'right'>>,
  ): Promise<HeldRight> => {
    try {
      return { ...held, ...(await find(held)) };
    } catch (refusal) {
      await held[Symbol.asyncDispose]();
      throw refusal;
    }
  };
  const holdAct = async (
    use: RightUse,
    wallet: string,
    hold: Fence['act'],
    look: (rights: AdminsState) => void = () => undefined,
  ): Promise<HeldRight> =>
    heldIf(await hold(use), async ({ adminsRevision }) => {
      const now = await asOf(use.deadline);
      if ((now.revision ?? -1n) < adminsRevision)
        throw new LedgerUnavailable(new Error('rights of before a removal'));
      const right = rightIn(now, wallet);
      look(now.state);
      return right;
    });
  return {
    requireAdmin: (wallet) => async (use) =>
      wallet === superAdmin
        ? { ...theSuperAdmins, async [Symbol.asyncDispose]() {} }
        : holdAct(use, wallet, fence.act),
    requireAdminAlone: (wallet) => (use) => holdAct(use, wallet, fence.actAlone),
    requireAdminOver: (wallet, look) => (use) => holdAct(use, wallet, fence.act, look),
    requireAdminToGive: (wallet, look) => async (use) =>
      heldIf(await fence.removal(use), async () => {
        const right = rightIn(await asOf(use.deadline), wallet);
        await look(use.deadline);
        return right;
      }),
    holdActs: async (use) => ({ ...(await fence.removal(use)), ...theSuperAdmins }),
    hold: fence.act,
  };
}
