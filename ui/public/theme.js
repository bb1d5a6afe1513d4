// Dark is the default; `data-theme` is present only when a person chose. Kept in step with src/lib/theme/theme.ts.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  // The bar of the browser above the page; the page is sent with that of the dark theme.
  if (theme === 'light') document.querySelector('[name="theme-color"]').content = '#f5f6f9';
} catch {
  // Storage can be forbidden; the default theme stands.
}
