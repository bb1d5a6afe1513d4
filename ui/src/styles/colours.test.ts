import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CHART_COLOURS } from '../lib/theme/chart-colours.ts';
import { contrast, distance, over } from './testing/colour-vision.ts';

/** The palette of each theme, by the names of its variables. */
const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const coloursIn = (selector: string): ReadonlyMap<string, string> => {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('\n}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
};
const themes = { dark: coloursIn(':root'), light: coloursIn(':root[data-theme="light"]') };

describe.each(Object.entries(themes))('the %s theme', (theme, palette) => {
  const colour = (name: string): string => {
    const hex = palette.get(name);
    if (hex === undefined) throw new Error(`there is no --${name}`);
    return hex;
  };
  const grounds = ['bg', 'surface-1', 'surface-2'].map(colour);
  const series = CHART_COLOURS.map((variable) => colour(variable.slice('var(--'.length, -1)));

  test('each series of a chart stands out from the card and from its neighbour, three to one', () => {
    for (const [at, one] of series.entries()) {
      expect(contrast(one, colour('surface-1')), one).toBeGreaterThanOrEqual(3);
      expect(contrast(one, colour('bg')), one).toBeGreaterThanOrEqual(3);
      const next = series[at + 1];
      if (next) expect(contrast(one, next), `${one} beside ${next}`).toBeGreaterThanOrEqual(3);
    }
  });

  test('no two series look alike to anybody, colour-blind or not', () => {
    expect(series).toHaveLength(7);
    for (const [at, one] of series.entries()) {
      for (const other of series.slice(at + 1)) {
        expect(distance(one, other), `${one} and ${other}`).toBeGreaterThan(0.07);
      }
    }
  });

  test('what is EVO is read wherever it stands', () => {
    const gold = colour('gold');
    const tinted = [over(colour('accent'), 0.1, colour('surface-1')), over(gold, 0.1, colour('surface-1'))];
    for (const ground of [...grounds, ...tinted]) {
      expect(contrast(gold, ground), `gold on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(colour('gold-dim'), colour('surface-1'))).toBeGreaterThanOrEqual(4.5);
  });

  test('a medal is seen on every ground, its place is read on it, and no two are one colour', () => {
    const medals = [1, 2, 3].map(
      (place) => [colour(`medal-${place}`), colour(`medal-${place}-fill`)] as const,
    );
    for (const [ink, fill] of medals) {
      for (const ground of grounds) expect(contrast(ink, ground), ink).toBeGreaterThanOrEqual(3);
      expect(contrast(ink, fill), `${ink} on ${fill}`).toBeGreaterThanOrEqual(4.5);
    }
    const shown = medals.map(([ink, fill]) => (theme === 'dark' ? ink : fill));
    for (const [at, one] of shown.entries()) {
      for (const other of shown.slice(at + 1)) expect(distance(one, other)).toBeGreaterThan(0.04);
    }
  });

  test('the first medal is gold, the second silver, the third bronze', () => {
    const medals = [1, 2, 3].map((place) =>
      colour(theme === 'dark' ? `medal-${place}` : `medal-${place}-fill`),
    );
    expect(medals.map(metalOf)).toEqual(['gold', 'silver', 'bronze']);
  });
});

/** Silver has next to no colour; gold is a yellow, and bronze an orange. */
function metalOf(hex: string): 'gold' | 'silver' | 'bronze' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 25) return 'silver';
  return green / red > 0.79 ? 'gold' : 'bronze';
}
