/** Tells whenever somebody comes back to the page: to its window, or to its tab. */
export function onReturn(tell: () => void): void {
  window.addEventListener('focus', () => tell());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tell();
  });
}
