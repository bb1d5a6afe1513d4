/**
 * Whoever copies an amount gets all of its digits, as a field takes them, and not what there was room for. Where more is
 * selected than one amount, the text is copied as it is read. For as long as the page lives.
 */
export function copyExactAmounts(): void {
  document.addEventListener('copy', (event) => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || event.defaultPrevented) return;
    const exact = exactAmount(selection);
    if (exact === undefined) return;
    event.clipboardData?.setData('text/plain', exact);
    event.preventDefault();
  });
}

function exactAmount(selection: Selection): string | undefined {
  const selected = selection.toString().trim();
  for (const figure of document.querySelectorAll<HTMLElement>('[data-amount]')) {
    if (!selection.containsNode(figure, true)) continue;
    const [number = '', unit = ''] = [...figure.querySelectorAll(':scope > [aria-hidden]')].map(
      ({ textContent }) => textContent,
    );
    const sign = /^[+−]/.exec(number)?.[0] ?? '';
    const exact = `${sign}${figure.dataset.amount}`;
    if (selected === number) return exact;
    if (selected === `${number}${unit}`) return `${exact} ${unit}`;
  }
  return undefined;
}
