import { useSyncExternalStore } from 'react';
import { read, write } from '../storage/browser-storage.ts';

export type Theme = 'dark' | 'light';

const KEY = 'theme';
const listeners = new Set<() => void>();

/** Dark unless a person chose otherwise. `public/theme.js` applies the choice before the first paint. */
export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme, defaultTheme);
  return { theme, toggle: () => setTheme(theme === 'dark' ? 'light' : 'dark') };
}

/** What the build draws with: nobody has chosen there. */
const defaultTheme = (): Theme => 'dark';

function currentTheme(): Theme {
  return (document.documentElement.dataset.theme ?? read(KEY)) === 'light' ? 'light' : 'dark';
}

function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  write(KEY, theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
