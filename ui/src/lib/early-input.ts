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
    void answer();
  };

  async function answer(): Promise<void> {
    for (const { field, value } of typed) await untilHeard(field, () => tell(field) && type(field, value));
    for (const [n, field] of ticked.entries()) {
      if ((await isTakenOver(field)) && field.checked !== wanted[n]) field.click();
    }
    for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-pressed]')) {
      const isAnswered = await isTakenOver(button);
      button.removeAttribute('data-pressed');
      button.removeAttribute('aria-busy');
      if (isAnswered) button.click();
    }
  }
}

/**
 * React hears of a value only where it is another than the one that it has last seen in the field.
 * @returns whether it has heard of it: between two events the page around the field may have begun to change
 */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): boolean {
  // More may have been typed while the part of the page that it is in was waited for.
  const newest = field.value || value;
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, newest);
  return tell(field);
}

const PAUSE_MS = 50;
const TRIES = 200;

/** What React has heard of, whichever part of the page it happened in. */
const heard = new WeakSet<Event>();

/** For the outermost element of the page: React calls it for each event of a part that it has taken over, for no other. */
export function hearInput({ nativeEvent }: { readonly nativeEvent: Event }): void {
  heard.add(nativeEvent);
}

/**
 * An event of this kind makes React take over, at once, the part of the page that it happens in; but where that part
 * is being taken over already, or something around it changes, React does not hear of the event, nor later. False where
 * it never does, or draws that part anew.
 */
function isTakenOver(element: HTMLElement): Promise<boolean> {
  return untilHeard(element, () => tell(element));
}

async function untilHeard(element: HTMLElement, isHeard: () => boolean): Promise<boolean> {
  for (let tries = 0; element.isConnected && tries < TRIES; tries += 1) {
    if (isHeard()) return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}

/** Whether React heard of it. */
function tell(element: HTMLElement): boolean {
  const event = new Event('input', { bubbles: true });
  element.dispatchEvent(event);
  return heard.has(event);
}
