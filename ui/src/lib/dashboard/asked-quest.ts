import { useSyncExternalStore } from 'react';
import type { Platform, TaskType } from '../../../../contracts/constants.ts';

/**
 * Which way to earn a person wants to be led to. It is asked for beside the balance, and shown in the list of them.
 * A second wish for the same one counts, too: it was scrolled away from.
 */
export type QuestId = `connect:${Platform}` | `task:${Platform}:${TaskType}` | 'email';
export type AskedQuest = {
  /** `connect`: whichever platform can be connected. */
  readonly id: QuestId | 'connect';
};

let asked: AskedQuest | undefined;
const listeners = new Set<() => void>();

function set(next: AskedQuest | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

export const askForQuest = (id: AskedQuest['id']): void => set({ id });
/** Once the person is there: the list does not lead there again when it is shown anew. */
export const questShown = (): void => set(undefined);

const current = (): AskedQuest | undefined => asked;

export const useAskedQuest = (): AskedQuest | undefined =>
  useSyncExternalStore(subscribe, current, () => undefined);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
