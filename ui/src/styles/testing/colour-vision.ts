/** Red, green and blue, each 0 to 1, in proportion to light. */
export type Light = readonly [red: number, green: number, blue: number];

/** @param hex `#rrggbb` @throws Error for anything else */
export function lightOf(hex: string): Light {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`${hex} is no colour`);
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** `share` of one colour over another, as the browser paints what is partly transparent; `#rrggbb`. */
export function over(hex: string, share: number, ground: string): string {
  const mixed = [1, 3, 5].map((at) => {
    const [top, below] = [hex, ground].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round(share * (top ?? 0) + (1 - share) * (below ?? 0));
  });
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [one, other]
    .map((hex) => {
      const [red, green, blue] = lightOf(hex);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

type Matrix = readonly [Light, Light, Light];

/** How eyes without one kind of cones see: Machado, Oliveira and Fernandes 2009, severity 1. */
const EYES: readonly Matrix[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

const dot = (row: Light, [red, green, blue]: Light): number => row[0] * red + row[1] * green + row[2] * blue;

/**
 * How far apart two colours are to the eye that tells them apart worst, of four: full vision and each kind of
 * colour-blindness. A distance in OKLab (https://bottosson.github.io/posts/oklab/); from about 0.02 on it is noticed side by side.
 */
export function distance(one: string, other: string): number {
  return Math.min(
    ...EYES.map((eye) => {
      const [a, b] = [one, other].map((hex) => oklab(seenBy(eye, lightOf(hex))));
      return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) : Number.NaN;
    }),
  );
}

function seenBy([red, green, blue]: Matrix, light: Light): Light {
  const within = (value: number): number => Math.min(1, Math.max(0, value));
  return [within(dot(red, light)), within(dot(green, light)), within(dot(blue, light))];
}

function oklab(light: Light): Light {
  const cones: Light = [
    Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], light)),
    Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], light)),
    Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], light)),
  ];
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], cones),
    dot([1.9779984951, -2.428592205, 0.4505937099], cones),
    dot([0.0259040371, 0.7827717662, -0.808675766], cones),
  ];
}
