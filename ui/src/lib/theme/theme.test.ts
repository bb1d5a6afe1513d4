import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { mapStorage } from '../storage/testing/map-storage.ts';
import { followTheme, useTheme } from './theme.ts';

afterEach(() => void vi.unstubAllGlobals());

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The ground of each theme, as the styles have it. */
const [dark, light] = [...read('src/styles/tokens.css').matchAll(/--bg: (#[0-9a-f]{6});/g)].map(
  ([, ground]) => ground,
);
const asSent = /name="theme-color" content="([^"]*)"/.exec(read('index.html'))?.[1];

/** A page as it is sent, to somebody who has chosen this theme; its `bar` is what the browser's own one looks like. */
function pageFor(theme: string | undefined) {
  const meta = {
    content: asSent,
    setAttribute(name: 'content', value: string) {
      this[name] = value;
    },
  };
  const localStorage = mapStorage();
  if (theme !== undefined) localStorage.setItem('theme', theme);
  const document = {
    documentElement: { dataset: {} },
    querySelector: (selector: string) => (selector === '[name="theme-color"]' ? meta : null),
  };
  return { globals: { document, localStorage }, bar: () => meta.content };
}

test.each([
  [undefined, dark],
  ['dark', dark],
  ['light', light],
])(
  'for who has chosen %s the bar of the browser has the ground of the page from the first paint on',
  (theme, ground) => {
    const { globals, bar } = pageFor(theme);
    runInNewContext(read('public/theme.js'), globals);
    expect(bar()).toBe(ground);
  },
);

test('the bar of the browser goes along with who chooses the other theme', () => {
  const { globals, bar } = pageFor(undefined);
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  let toggle = (): void => undefined;
  renderToStaticMarkup(
    createElement(() => {
      ({ toggle } = useTheme());
      return null;
    }),
  );
  toggle();
  expect(bar()).toBe(light);
});

test('what another tab of the browser chooses is shown in this one, too, and nothing else that it keeps', () => {
  const { globals, bar } = pageFor('dark');
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  followTheme();
  const told = (key: string, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  told('theme', 'light');
  expect([document.documentElement.dataset.theme, bar()]).toEqual(['light', light]);
  // As when all that is kept is cleared away, or another program of the site keeps something.
  told('theme', null);
  told('other', 'dark');
  expect([document.documentElement.dataset.theme, bar()]).toEqual(['light', light]);
});

test('a page that the browser kept for the way back shows what was chosen on the pages since', () => {
  const { globals, bar } = pageFor('dark');
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  followTheme();
  const shown = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  globals.localStorage.setItem('theme', 'light');
  shown(true);
  expect([document.documentElement.dataset.theme, bar()]).toEqual(['light', light]);
  globals.localStorage.removeItem('theme');
  shown(true);
  expect([document.documentElement.dataset.theme, bar()]).toEqual(['light', light]);
});
