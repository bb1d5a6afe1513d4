import type { Fault } from './fault.ts';

/** The right is given back before it is certain what became of the act. */
export const rightGivenBackEarly: Fault = {
  name: 'right-given-back-early',
  broken: {
    authorize: (authorize) => async (use) => {
      const held = await authorize(use);
      await held?.[Symbol.asyncDispose]();
      return held && { ...held, async [Symbol.asyncDispose]() {} };
    },
  },
};

/** The undo of a clear and the request of a reset hold their rights as any act does, one beside the other. */
export const undoBesideReset: Fault = {
  name: 'undo-beside-reset',
  broken: { alone: (_, amongOthers) => amongOthers },
};

/** Who gives a right looks at no account, and who removes an account at no right. */
export const rightOfRemoved: Fault = {
  name: 'right-of-removed',
  broken: { sparing: (_, regardless) => regardless },
};

/** A removal waits for the lock, and leaves the acts open whose holders have lost it. */
export const openActsLeft: Fault = {
  name: 'open-acts-left',
  broken: { close: () => async () => undefined },
};
