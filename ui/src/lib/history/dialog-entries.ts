import { useLayoutEffect, useRef } from 'react';
import type { AroundNavHandler } from 'wouter';
import { createDialogEntries, type DialogEntries } from './create-dialog-entries.ts';

/** The page's own; none where the build draws it. */
let entries: DialogEntries | undefined;

/** For as long as the page lives; before the router hears of the history. */
export function watchDialogEntries(): void {
  entries = createDialogEntries(window);
}

export const aroundNav: AroundNavHandler = (navigate, to, options) =>
  entries ? entries.aroundNav(navigate, to, options) : navigate(to, options);

/** Goes back over so many entries, and calls `arrived` there: see `DialogEntries`. */
export const goBack: DialogEntries['goBack'] = (count, arrived) => entries?.goBack(count, arrived);

/** A step back closes the dialog while it is open. */
export function useDialogEntry(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => (isOpen ? entries?.opened(() => close.current()) : undefined), [isOpen]);
}
