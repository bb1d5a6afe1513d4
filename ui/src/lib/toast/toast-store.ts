import { TOAST } from '../../../../contracts/constants.ts';
import type { ToastText } from '../../../../contracts/toasts.ts';

type ToastAction = {
  readonly label: string;
  /** What the action does, for a person who cannot reach it in time. */
  readonly altText: string;
  readonly run: () => void;
};

export type ToastInput = ToastText & {
  readonly variant?: 'default' | 'destructive';
  /** A default toast that reports no success. */
  readonly isNotice?: boolean;
  readonly action?: ToastAction;
};

export type ShownToast = ToastInput & { readonly id: number; readonly open: boolean };

export type ToastStore = {
  readonly list: () => readonly ShownToast[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly show: (toast: ToastInput) => void;
  readonly dismiss: (id: number) => void;
  /** Takes away what failed before: something has succeeded since. */
  readonly dismissErrors: () => void;
};

/**
 * Newest first, at most `TOAST.maxVisible` kept: a new toast takes the place of the one before it. A dismissed
 * toast stays in the list, closed, until its removal is due, so that its closing motion can end.
 */
export function createToastStore(
  later: (action: () => void, ms: number) => void = (action, ms) => setTimeout(action, ms),
): ToastStore {
  let toasts: readonly ShownToast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();

  function set(next: readonly ShownToast[]): void {
    toasts = next;
    for (const listener of listeners) listener();
  }

  return {
    list: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(toast) {
      lastId += 1;
      set([{ ...toast, id: lastId, open: true }, ...toasts].slice(0, TOAST.maxVisible));
    },
    dismiss,
    dismissErrors() {
      for (const { id, open, variant } of toasts) if (open && variant === 'destructive') dismiss(id);
    },
  };

  function dismiss(id: number): void {
    if (!toasts.some((toast) => toast.id === id && toast.open)) return;
    set(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
    later(() => set(toasts.filter((toast) => toast.id !== id)), TOAST.removeAfterDismissMs);
  }
}
