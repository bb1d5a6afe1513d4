/**
 * Colours of the series of a chart in their order, for both themes. Neighbours differ in lightness three to one, and no
 * two are alike to the colour-blind; the first is what is EVO.
 */
export const CHART_COLOURS: readonly string[] = [1, 2, 3, 4, 5, 6, 7].map((place) => `var(--chart-${place})`);

/** Of the series at a place from 0; there are as many as a chart draws. */
export const chartColour = (at: number): string => CHART_COLOURS[at % CHART_COLOURS.length] ?? 'currentColor';
