import { useSyncExternalStore } from 'react';
import { write } from '../storage/browser-storage.ts';

export type Theme = 'dark' | 'light';

const KEY = 'theme';
/** The ground of the page, which the browser's own bar above it takes up. In step with `styles/tokens.css`. */
const GROUNDS: Readonly<Record<Theme, string>> = { dark: '#0b0c11', light: '#f5f6f9' };
const listeners = new Set<() => void>();

/** Dark unless a person chose otherwise. `public/theme.js` applies the choice before the first paint. */
export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme, defaultTheme);
  return { theme, toggle: () => setTheme(theme === 'dark' ? 'light' : 'dark') };
}

/** What the build draws with: nobody has chosen there. */
const defaultTheme = (): Theme => 'dark';

const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark');

function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('[name="theme-color"]')?.setAttribute('content', GROUNDS[theme]);
  write(KEY, theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
