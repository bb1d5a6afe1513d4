/**
 * For a button that goes as soon as it is pressed, while something is asked again say: the keyboard stays in the list,
 * the panel or the dialog that it stands in.
 */
export function keepPlace(button: Element): void {
  const place = button.closest<HTMLElement>('[tabindex="0"], section, [role=dialog], main');
  if (!place) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
