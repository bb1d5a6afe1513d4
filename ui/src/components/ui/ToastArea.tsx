import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { toasts } from '../../lib/toast/toast.ts';

const loadToaster = async () => {
  const { Toaster } = await import('./Toaster.tsx');
  return { default: Toaster };
};
const Toaster = lazy(loadToaster);

/** Where notices appear. Its code is fetched once the page is at rest, or with the first notice. */
export function ToastArea() {
  const any = useSyncExternalStore(toasts.subscribe, () => toasts.list().length > 0);
  useEffect(() => {
    const timer = setTimeout(() => void loadToaster(), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return any ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}

const PRELOAD_AFTER_MS = 3_000;
