import { keepPlace } from './keep-place.ts';

type Last = {
  readonly control: HTMLElement;
  readonly label: string | null;
  /** What it stands in, and which of all that is. */
  readonly row: HTMLElement | undefined;
  readonly at: number;
};

/**
 * As the `ref` of a list that scrolls, whose rows come and go: whoever is on a control of it that goes, or that cannot be
 * pressed any more, goes on at the same one where it was drawn anew, else at the row, or at the one that took its place,
 * else at the list.
 */
export function keepFocusIn(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined;
  let last: Last | undefined;

  const rows = (): HTMLElement[] => [
    ...list.querySelectorAll<HTMLElement>('li, tbody > tr:not([aria-hidden])'),
  ];
  const numberOf = (row: HTMLElement, at: number): number => Number(row.ariaRowIndex ?? at);

  function enter({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || target.closest('[data-dialog]')) return;
    // A dialog gives the focus back to the list where the control that had opened it is gone.
    if (target === list && last && !isOn(last.control)) goOn(last);
    else last = target !== list && list?.contains(target) ? placeOf(target) : undefined;
  }

  function placeOf(control: HTMLElement): Last {
    const index = rows().findIndex((one) => one.contains(control));
    const row = rows()[index];
    return { control, label: control.ariaLabel, row, at: row ? numberOf(row, index) : index };
  }

  function goOn({ label, row, at }: Last): void {
    const same = [...(list?.querySelectorAll<HTMLElement>('[aria-label]') ?? [])].find(
      (one) => one.ariaLabel === label && isOn(one),
    );
    const near = row?.isConnected
      ? row
      : rows().findLast((one, index) => [at, at - 1].includes(numberOf(one, index)));
    const next = same ?? near ?? list;
    if (next && next.tabIndex < 0) next.tabIndex = -1;
    next?.focus({ preventScroll: true });
  }

  const changed = new MutationObserver(() => {
    if (!last || isOn(last.control)) return;
    const focused = document.activeElement;
    if (focused === document.body || focused === last.control) goOn(last);
  });
  changed.observe(list, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  const forget = (): void => {
    last = undefined;
  };
  document.addEventListener('focusin', enter);
  // A pointer goes where it wants.
  document.addEventListener('pointerdown', forget);
  return () => {
    changed.disconnect();
    document.removeEventListener('focusin', enter);
    document.removeEventListener('pointerdown', forget);
    // With its last row the list goes, and what says that there is nothing takes its place.
    if (list.parentElement && list.contains(document.activeElement)) keepPlace(list.parentElement);
  };
}

const isOn = (control: HTMLElement): boolean => control.isConnected && !control.matches(':disabled');
