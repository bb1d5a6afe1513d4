import { dropDraft, keepDraft, readDraft } from '../draft/drafts.ts';
import type { OpenAct, OpenActs } from './command-key.ts';

const FIELD = 'act:';

/**
 * Milliseconds after its last sending for which the same is the same act. Who sends it again within the hour has not
 * heard what became of it; who sends it a week later means another one.
 */
const OPEN_FOR_MS = 3_600_000;

type Kept = { readonly act: OpenAct; readonly at: number };

/**
 * The acts of an account that are not known to be over. They are kept as long as what was typed is: whoever loads the
 * page again and sends what still stands there sends the same act, not another one. Without an account they end with
 * the page.
 */
export function createOpenActs(now: () => number): (account: string | undefined) => OpenActs {
  const known = new Map<string, Kept>();

  function stored(account: string, name: string): Kept | undefined {
    const [key, at] = readDraft(account, FIELD + name)?.split(' ') ?? [];
    // What became of the sendings before the page was loaded, nobody knows.
    return key === undefined ? undefined : { act: { key, underWay: 0, isUnknown: true }, at: Number(at) };
  }

  return (account) => ({
    get(name) {
      const kept = known.get(name) ?? (account === undefined ? undefined : stored(account, name));
      return kept && now() - kept.at < OPEN_FOR_MS ? kept.act : undefined;
    },
    set(name, act) {
      known.set(name, { act, at: now() });
      if (account !== undefined) keepDraft(account, FIELD + name, `${act.key} ${now()}`);
    },
    delete(name) {
      known.delete(name);
      if (account !== undefined) dropDraft(account, FIELD + name);
    },
  });
}
