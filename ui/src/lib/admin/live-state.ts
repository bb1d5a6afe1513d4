import { useSyncExternalStore } from 'react';

/** What the stream of the server's messages tells of itself. */
type LiveState = {
  /** Messages or heartbeats come; until the first connection has failed this is believed. */
  readonly isLive: boolean;
  /** The wallet that was told that it has lost its right, until somebody signs in or leaves. */
  readonly removed: string | undefined;
};

let state: LiveState = { isLive: true, removed: undefined };
const listeners = new Set<() => void>();

export function setLive(isLive: boolean): void {
  if (state.isLive !== isLive) set({ ...state, isLive });
}

export function setRemoved(removed: string | undefined): void {
  if (state.removed !== removed) set({ ...state, removed });
}

export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, read, read);

function set(next: LiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

const read = (): LiveState => state;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
