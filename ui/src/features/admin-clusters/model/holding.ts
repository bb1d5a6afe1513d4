import { v4 as uuid } from 'uuid';

/** Accounts in one call: few enough to see how far it has got, and that a slow store does them before the call's time is over. */
const CHUNK = 100;
/** The most that one call takes: nobody sees how far a dry run has got, and the calls of a minute are counted. */
const TRIAL_CHUNK = 500;

export type HoldKind = 'hold' | 'release';

/** Those of a cluster that the act is about: the others are as it would leave them. */
export const concerned = (
  kind: HoldKind,
  members: readonly { readonly id: string; readonly holdReason: string | null }[],
): readonly string[] =>
  members.filter(({ holdReason }) => (holdReason === null) === (kind === 'hold')).map(({ id }) => id);

/** Some of the accounts, under a key of their own: sent again, each is held or released once. */
export type Chunk = { readonly userIds: readonly string[]; readonly key: string };

/** The act as it begins. Whoever begins it anew, with another reason, does something else: under other keys. */
export const begin = (userIds: readonly string[], newKey: () => string = uuid): readonly Chunk[] =>
  chunksOf(userIds, CHUNK).map((some) => ({ userIds: some, key: newKey() }));

/** As many calls as it takes to ask what the act would do. */
export const trialOf = (userIds: readonly string[]): readonly (readonly string[])[] =>
  chunksOf(userIds, TRIAL_CHUNK);

const chunksOf = (userIds: readonly string[], size: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(userIds.length / size) }, (_, n) => userIds.slice(n * size, (n + 1) * size));
