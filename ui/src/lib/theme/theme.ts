import { useSyncExternalStore } from 'react';
import { read, write } from '../storage/browser-storage.ts';

export type Theme = 'dark' | 'light';

const KEY = 'theme';
/** The ground of the page, which the browser's own bar above it takes up. In step with `styles/tokens.css`. */
const GROUNDS: Readonly<Record<Theme, string>> = { dark: '#0b0c11', light: '#f5f6f9' };
const listeners = new Set<() => void>();

/**
 * Dark unless a person chose otherwise, in this tab or in another one of the browser. `public/theme.js` applies the choice
 * before the first paint.
 */
export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme, defaultTheme);
  return { theme, toggle: () => choose(theme === 'dark' ? 'light' : 'dark') };
}

/** What the build draws with: nobody has chosen there. */
const defaultTheme = (): Theme => 'dark';

const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark');

function choose(theme: Theme): void {
  show(theme);
  write(KEY, theme);
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('[name="theme-color"]')?.setAttribute('content', GROUNDS[theme]);
  for (const listener of listeners) listener();
}

/**
 * For as long as the page lives: what another tab chooses is shown here, too, also what was chosen while the browser
 * kept this page for the way back, where it hears of nothing.
 */
export function followTheme(): void {
  window.addEventListener('storage', ({ key, newValue }) => key === KEY && showChosen(newValue));
  window.addEventListener('pageshow', ({ persisted }) => persisted && showChosen(read(KEY)));
}

function showChosen(theme: string | null | undefined): void {
  if (theme === 'dark' || theme === 'light') show(theme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
