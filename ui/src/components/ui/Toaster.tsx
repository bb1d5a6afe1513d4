import * as Radix from 'radix-ui/toast';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { TOAST } from '../../../../contracts/constants.ts';
import { cx } from '../../lib/class-names.ts';
import { toasts } from '../../lib/toast/toast.ts';
import type { ShownToast } from '../../lib/toast/toast-store.ts';
import { buttonClass } from './Button.tsx';
import { Icon } from './Icon.tsx';

/** Where notices appear, outside the page so that an open dialog does not cut them off. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.list);
  return (
    <Radix.Provider
      duration={TOAST.durationMs}
      swipeThreshold={TOAST.swipeThresholdPx}
      swipeDirection="right"
      label="Notice"
    >
      {shown.map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
      {createPortal(
        <Radix.Viewport
          hotkey={[TOAST.hotkey]}
          // As high as the window, so that it stays where it is when one notice takes the place of another.
          className="pointer-events-none fixed inset-y-0 right-0 z-50 flex w-full flex-col gap-2 p-4 outline-none md:bottom-[calc(var(--dock,0px)+var(--player,0px))] md:max-w-[420px] md:justify-end"
        />,
        document.body,
      )}
    </Radix.Provider>
  );
}

function Toast({ toast }: { toast: ShownToast }) {
  const destructive = toast.variant === 'destructive';
  const icon = destructive ? 'alert' : toast.isNotice ? 'info' : 'check';
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={(open) => !open && toasts.dismiss(toast.id)}
      type={destructive ? 'foreground' : 'background'}
      className={cx(
        'pointer-events-auto flex items-start gap-3 rounded-card border bg-surface-2 p-4 pr-3',
        'data-[state=open]:animate-rise data-[state=closed]:animate-leave',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
        destructive ? 'border-danger/60' : 'border-control/60',
      )}
    >
      <Icon name={icon} className={cx('mt-px', iconColors[icon])} />
      <div className="min-w-0 flex-1">
        <Radix.Title className={cx('text-sm font-semibold', destructive && 'text-danger')}>
          {toast.title}
        </Radix.Title>
        {toast.description && (
          <Radix.Description className="mt-0.5 text-note text-muted [overflow-wrap:anywhere]">
            {toast.description}
          </Radix.Description>
        )}
        {toast.action && (
          <Radix.Action
            altText={toast.action.altText}
            onClick={toast.action.run}
            className={cx(buttonClass({ size: 'sm' }), 'mt-3')}
          >
            {toast.action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close
        aria-label="Close notice"
        className="touch-area grid size-7 shrink-0 place-items-center rounded-control text-muted hover:text-text"
      >
        <Icon name="close" className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}

const iconColors = { alert: 'text-danger', info: 'text-info', check: 'text-success' } as const;
