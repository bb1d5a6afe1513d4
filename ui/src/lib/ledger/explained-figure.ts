import { useSyncExternalStore } from 'react';
import type { Figure } from '../../../../contracts/api/ledger.ts';

/** Which figure a person wants explained. It is asked for wherever an amount stands and shown in one place. */

let figure: Figure | undefined;
const listeners = new Set<() => void>();

function set(next: Figure | undefined): void {
  figure = next;
  for (const listener of listeners) listener();
}

export const explain = (next: Figure): void => set(next);
export const closeExplanation = (): void => set(undefined);

export function useExplainedFigure(): Figure | undefined {
  return useSyncExternalStore(subscribe, () => figure);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
