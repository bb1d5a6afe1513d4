import type { Endpoint } from '../../../../contracts/api/endpoint.ts';
import { lowerCase } from '../../../../contracts/wallet-address-text.ts';
import { dropDraft, keepDraft, readDraft, whenDraftsAreForgotten } from '../draft/drafts.ts';
import type { OpenAct, OpenActs } from './command-key.ts';

const FIELD = 'act:';
const DONE = 'last-act-done';

const HOUR_MS = 3_600_000;

/**
 * Milliseconds after its last sending for which the same is the same act. Who sends it again within the hour has not
 * heard what became of it; who claims or checks in a day later means another one. What admins alone do moves the money
 * and the rights of others: it is the same act for as long as the tab knows of it, and who means another one is told
 * that it was done before. A key that the server has forgotten by then is as good as a new one.
 */
export const openForMs = ({ access }: Pick<Endpoint, 'access'>): number =>
  access === 'admin' || access === 'superAdmin' ? Number.POSITIVE_INFINITY : HOUR_MS;

/** Milliseconds in which somebody who has read that no answer came tries again. */
const MOMENT_MS = 60_000;

type Kept = { readonly act: OpenAct; readonly at: number; readonly account: string | undefined };

/**
 * The acts of an account that are not known to be over. They are kept as long as what was typed is: whoever loads the
 * page again and sends what still stands there sends the same act, not another one. Without an account they end with
 * the page.
 */
export function createOpenActs(
  now: () => number,
): (account: string | undefined, openFor: number) => OpenActs {
  const known = new Map<string, Kept>();
  /** When an account has last done something, in this tab. */
  const doneAt = new Map<string | undefined, number>();

  whenDraftsAreForgotten((except) => {
    for (const [name, { account }] of known) if (isForgotten(account, except)) known.delete(name);
  });

  function stored(account: string, name: string): Kept | undefined {
    const [key, at] = readDraft(account, FIELD + name)?.split(' ') ?? [];
    // What became of the sendings before the page was loaded, nobody knows.
    return key === undefined
      ? undefined
      : { act: { key, underWay: 0, isUnknown: true }, at: Number(at), account };
  }

  return (account, openFor) => {
    const find = (name: string) =>
      known.get(name) ?? (account === undefined ? undefined : stored(account, name));
    return {
      get(name) {
        const kept = find(name);
        // Whoever waits for the answer has not heard yet that there is none: a device may have slept over it.
        const isOpen = kept && (kept.act.underWay > 0 || now() - kept.at < openFor);
        return isOpen ? kept.act : undefined;
      },
      set(name, act) {
        known.set(name, { act, at: now(), account });
        if (account !== undefined) keepDraft(account, FIELD + name, `${act.key} ${now()}`);
      },
      delete(name) {
        known.delete(name);
        if (account !== undefined) dropDraft(account, FIELD + name);
      },
      done() {
        doneAt.set(account, now());
        if (account !== undefined) keepDraft(account, DONE, `${now()}`);
      },
      isLeft(name) {
        const at = find(name)?.at ?? now();
        const done = doneAt.get(account) ?? Number((account && readDraft(account, DONE)) ?? 0);
        return now() - at > MOMENT_MS || done > at;
      },
    };
  };
}

const isForgotten = (account: string | undefined, except: string | undefined): boolean =>
  account !== undefined && (except === undefined || lowerCase(account) !== lowerCase(except));
