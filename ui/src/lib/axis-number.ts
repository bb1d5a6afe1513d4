const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const power = new Intl.NumberFormat('en', { notation: 'scientific', maximumFractionDigits: 1 });

/** From here on there is no letter for a thousand times more. */
const BEYOND_LETTERS = 1e15;

/** A number at the axis of a chart, in the few characters that there is room for: `1.5K`, `3.5E23`. */
export const axisNumber = (value: number): string =>
  (Math.abs(value) < BEYOND_LETTERS ? short : power).format(value);
