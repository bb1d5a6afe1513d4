import * as Radix from 'radix-ui/dialog';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { cx } from '../../lib/class-names.ts';
import { useDialogEntry } from '../../lib/history/dialog-entries.ts';
import { Icon } from './Icon.tsx';

type DialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description: string;
  readonly wide?: boolean;
  /** With a pane beside its list. */
  readonly paned?: boolean;
  /** What takes the focus at first, where it is not the first thing that can. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** The page's address says that it is open: a step back leads to the address before. */
  readonly hasAddress?: boolean;
  readonly children: ReactNode;
};

/**
 * A dialog above the page: a sheet on small screens, a card on others. The page is made inert instead of
 * using Radix's modal mode, for two reasons: a toast stays reachable beside the dialog, and no scroll lock
 * writes a style element, which the content security policy forbids.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, wide = false, paned = false, initialFocus, children } = props;
  useDialogEntry(open && !props.hasAddress, onClose);
  const openedFrom = useRef<readonly (Element | null)[]>([]);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()} modal={false}>
      <Radix.Portal>
        <div
          data-dialog
          className={cx(
            'fixed inset-0 z-40 grid items-end sm:justify-items-center sm:p-6',
            // What is wide holds lists that come page by page: its head stays where it is as they do.
            wide ? 'sm:items-start sm:pt-[7.5dvh]' : 'sm:items-center',
          )}
        >
          <div aria-hidden="true" className="absolute inset-0 animate-fade bg-scrim" />
          <Radix.Content
            aria-modal="true"
            onOpenAutoFocus={(event) => {
              // Where that is gone by then, or cannot be pressed any more, the list or the tab that it stands in.
              const opener = document.activeElement;
              openedFrom.current = [opener, opener?.closest('[tabindex]') ?? null];
              if (!initialFocus?.current) return;
              event.preventDefault();
              initialFocus.current.focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // A dialog may close by itself: who has gone on to a notice beside it stays there.
              if (document.activeElement === document.body) returnFocus(...openedFrom.current);
            }}
            onKeyDown={(event) => {
              // A notice that came after the dialog is the topmost layer, which alone hears of the key.
              if (event.key !== 'Escape' || event.defaultPrevented) return;
              event.preventDefault();
              onClose();
            }}
            className={cx(
              'card relative flex max-h-[92dvh] w-full min-w-0 animate-rise flex-col rounded-b-none sm:max-h-[85dvh] sm:rounded-card',
              wide ? 'max-sm:min-h-[92dvh] sm:max-w-4xl' : paned ? 'sm:max-w-2xl' : 'sm:max-w-md',
            )}
          >
            <header className="flex items-start justify-between gap-4 p-5 pb-4">
              <div className="min-w-0 break-words">
                <Radix.Title className="text-lg font-semibold tracking-[-0.01em]">{title}</Radix.Title>
                <Radix.Description className="mt-0.5 text-note text-muted">{description}</Radix.Description>
              </div>
              <Radix.Close
                aria-label="Close dialog"
                className="-m-1 grid size-8 shrink-0 pointer-coarse:-m-2 pointer-coarse:size-11 place-items-center rounded-control text-muted hover:bg-surface-2 hover:text-text"
              >
                <Icon name="close" />
              </Radix.Close>
            </header>
            <div className="overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
            <InertPage />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** While mounted, nothing of the page behind can be reached by pointer, key or screen reader. */
export function InertPage() {
  useEffect(() => {
    const page = document.getElementById('root');
    const html = document.documentElement;
    page?.setAttribute('inert', '');
    html.toggleAttribute('data-had-scrollbar', window.innerWidth > html.clientWidth);
    return () => {
      page?.removeAttribute('inert');
      html.removeAttribute('data-had-scrollbar');
    };
  }, []);
  return null;
}

/** To the first place that takes it, or to the page's content where none does (the connect button becomes a chip). */
export function returnFocus(...places: readonly (Element | null)[]): void {
  for (const place of places) {
    // What was opened by something that went as it opened has the whole page for its opener, which takes no focus.
    if (!(place instanceof HTMLElement) || place === document.body) continue;
    place.focus();
    if (place.contains(document.activeElement)) return;
  }
  document.getElementById('content')?.focus({ preventScroll: true });
}
