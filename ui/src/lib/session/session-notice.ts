import { useSyncExternalStore } from 'react';

/** What a person has to know about a session that changed without them: it stays until it is read. */
export type SessionNotice =
  | { readonly kind: 'ended' }
  /** Another window signed in as this wallet. */
  | { readonly kind: 'changed'; readonly walletAddress: string };

let notice: SessionNotice | null = null;
const listeners = new Set<() => void>();

export function showSessionNotice(next: SessionNotice | null): void {
  notice = next;
  for (const listener of listeners) listener();
}

export function useSessionNotice(): SessionNotice | null {
  return useSyncExternalStore(subscribe, sessionNotice, () => null);
}

export const sessionNotice = (): SessionNotice | null => notice;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
