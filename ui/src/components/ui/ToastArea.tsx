import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { logFault } from '../../lib/log.ts';
import { toasts } from '../../lib/toast/toast.ts';

const PRELOAD_AFTER_MS = 3_000;

const NONE: ReturnType<typeof toasts.list> = [];
const none = () => NONE;

/**
 * Where notices appear. Its code is fetched once the page is at rest, or with the first notice; where that
 * fails the page goes on without, and the next notice tries again.
 */
export function ToastArea() {
  const newest = useSyncExternalStore(toasts.subscribe, toasts.list, none)[0]?.id;
  const [Toaster, setToaster] = useState<ComponentType>();

  useEffect(() => {
    if (Toaster) return;
    const load = async (): Promise<void> => {
      const { Toaster: loaded } = await import('./Toaster.tsx');
      setToaster(() => loaded);
    };
    const delay = newest === undefined ? PRELOAD_AFTER_MS : 0;
    const timer = setTimeout(() => load().catch((error) => logFault('notices', error)), delay);
    return () => clearTimeout(timer);
  }, [Toaster, newest]);

  return Toaster && newest !== undefined ? <Toaster /> : null;
}
