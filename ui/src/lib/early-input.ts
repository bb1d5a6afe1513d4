/**
 * Answers what a person did with the page before its program had come: what was typed and ticked stays, and the button
 * that was pressed last, which `public/early-press.js` has marked, is pressed again. Call the first part before the page
 * is taken over, and what it gives once the page is the program's. What is not there any more was drawn anew, and what
 * it said may not hold.
 */
export function keepEarlyInput(page: HTMLElement): () => void {
  const fields = [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  const typed = fields.flatMap((field) =>
    field.value === field.defaultValue ? [] : [{ field, value: field.value }],
  );
  const ticked = fields.flatMap((field) =>
    field instanceof HTMLInputElement && field.checked !== field.defaultChecked ? [field] : [],
  );
  const wanted = ticked.map(({ checked }) => checked);

  return () => {
    window.dispatchEvent(new Event('program-answers'));
    for (const { field, value } of typed) type(field, value);
    for (const [n, field] of ticked.entries()) {
      takeOver(field);
      if (field.checked !== wanted[n]) field.click();
    }
    for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-pressed]')) {
      button.removeAttribute('data-pressed');
      button.removeAttribute('aria-busy');
      button.click();
    }
  };
}

/** React hears of a value only where it is another than the one that it has last seen in the field. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  takeOver(field);
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  takeOver(field);
}

/** An event of this kind makes React take over, at once, the part of the page that it happens in. */
function takeOver(field: HTMLElement): void {
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
