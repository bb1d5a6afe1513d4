import { useState } from 'react';
import * as z from 'zod/mini';
import { useSession } from '../session/session.ts';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';

/**
 * State of a form that outlives the end of a session: whoever signs in again as the same account finds what was typed.
 * Setting it back to what it began with forgets the draft, and so does the third function, for when it was sent: told
 * what that was, it keeps what has been typed since, in a form that came in place of this one.
 * Without a session nothing is kept.
 * @param field tells the form from others of the account
 * @param schema what a kept form must still look like
 */
export function useFormDraft<T>(
  field: string,
  initial: T,
  schema: z.ZodMiniType<T>,
): readonly [T, (next: T) => void, (sent?: T) => void] {
  const session = useSession();
  const account = session.status === 'signedIn' ? session.session.walletAddress : undefined;
  const [state, setState] = useState(() => ({ account, value: keptOr(initial) }));
  // A form that stays on the page while the account changes must not carry text from one to the other.
  const current = state.account === account ? state.value : keptOr(initial);

  function keptOr(otherwise: T): T {
    const kept = account === undefined ? undefined : readDraft(account, field);
    return kept === undefined ? otherwise : (parsed(schema, kept) ?? otherwise);
  }

  function set(value: T): void {
    setState({ account, value });
    if (account === undefined) return;
    const text = JSON.stringify(value);
    // An answer may come late and clear a form that was left: what is typed in another one by then stays.
    if (text === JSON.stringify(initial)) forget(current);
    else keepDraft(account, field, text);
  }

  function forget(sent?: T): void {
    if (account === undefined) return;
    if (sent !== undefined && readDraft(account, field) !== JSON.stringify(sent)) return;
    dropDraft(account, field);
  }

  return [current, set, forget];
}

const text = z.string();

/** As `useFormDraft`, for one text. */
export const useDraft = (field: string, initial = '') => useFormDraft(field, initial, text);

function parsed<T>(schema: z.ZodMiniType<T>, kept: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(kept)).data;
  } catch {
    // Something else wrote this key.
    return undefined;
  }
}
