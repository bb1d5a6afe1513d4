// Dark is the default; `data-theme` is present only when a person chose. Kept in step with src/lib/theme/theme.ts.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be forbidden; the default theme stands.
}
