import { dropDraft, keepDraft, readDraft } from '../draft/drafts.ts';
import type { OpenAct, OpenActs } from './command-key.ts';

const known = new Map<string, OpenAct>();
const FIELD = 'act:';

/**
 * The acts of an account that are not known to be over. They are kept as long as what was typed is: whoever loads the
 * page again and sends what still stands there sends the same act, not another one. Without an account they end with
 * the page.
 */
export function openActsOf(account: string | undefined): OpenActs {
  /** What became of the sendings before the page was loaded, nobody knows. */
  function kept(name: string): OpenAct | undefined {
    const key = account === undefined ? undefined : readDraft(account, FIELD + name);
    return key === undefined ? undefined : { key, underWay: 0, isUnknown: true };
  }

  return {
    get: (name) => known.get(name) ?? kept(name),
    set(name, act) {
      known.set(name, act);
      if (account !== undefined) keepDraft(account, FIELD + name, act.key);
    },
    delete(name) {
      known.delete(name);
      if (account !== undefined) dropDraft(account, FIELD + name);
    },
  };
}
