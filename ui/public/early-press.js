// The page is there before its program: a button that is pressed in between is marked, and the program presses it again
// once it can answer (src/lib/early-input.ts). The last one counts.
{
  const keep = (event) => {
    const button = event.target instanceof Element && event.target.closest('#root button');
    if (!button) return;
    // A form is not sent past the program.
    event.preventDefault();
    for (const other of document.querySelectorAll('[data-pressed]')) {
      other.removeAttribute('data-pressed');
      other.removeAttribute('aria-busy');
    }
    button.setAttribute('data-pressed', '');
    button.setAttribute('aria-busy', 'true');
  };
  addEventListener('click', keep, true);
  addEventListener('program-answers', () => removeEventListener('click', keep, true), { once: true });
}
