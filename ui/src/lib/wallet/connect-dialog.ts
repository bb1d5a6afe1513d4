import { useSyncExternalStore } from 'react';

/** Whether the Connect Wallet dialog is open. It is asked for from many places and shown in one. */

let open = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

export const openConnectDialog = (): void => set(true);
export const closeConnectDialog = (): void => set(false);

export function useConnectDialogOpen(): boolean {
  return useSyncExternalStore(subscribe, isOpen, () => false);
}

const isOpen = (): boolean => open;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
