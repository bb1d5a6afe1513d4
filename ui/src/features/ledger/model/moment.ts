/** A stretch of time in milliseconds since 1970, and the steps that a slider has in it. */
export type Stretch = { readonly from: number; readonly to: number };

export const SLIDER_STEPS = 1_000;

/** @returns undefined where there is nothing to slide over */
export function stretchOf(range: { readonly from: string; readonly to: string } | null): Stretch | undefined {
  if (!range) return undefined;
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)];
  return from < to ? { from, to } : undefined;
}

/** The moment at a step. The last step is the end itself, not what rounding makes of it. */
export function momentAt({ from, to }: Stretch, step: number): number {
  return step >= SLIDER_STEPS ? to : Math.round(from + ((to - from) * Math.max(0, step)) / SLIDER_STEPS);
}

/** The step that is nearest to a moment; what lies outside stands at the end. */
export function stepOf({ from, to }: Stretch, moment: number): number {
  const share = (moment - from) / (to - from);
  return Math.round(Math.min(1, Math.max(0, share)) * SLIDER_STEPS);
}

const POSITION = /^C:\d{1,20}\/P:\d{1,20}$/;

/** A moment that an address may name: a position of the ledger, or a time. Undefined for anything else. */
export function readMoment(text: string | null): string | undefined {
  if (text === null) return undefined;
  if (POSITION.test(text)) return text;
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Milliseconds since 1970 of a moment that is a time; undefined for a position, which has none of its own. */
export function timeOf(moment: string | undefined): number | undefined {
  return moment === undefined || POSITION.test(moment) ? undefined : Date.parse(moment);
}

const DAY_MS = 24 * 3_600_000;

/**
 * An earlier moment to compare one with: a day before it, or where the stretch begins; a day before that, too, where
 * nothing had happened yet.
 */
export function dayBefore({ from, to }: Stretch, time = to, isBeforeAll = false): number {
  return isBeforeAll ? Math.min(from, time) - DAY_MS : Math.max(from, time - DAY_MS);
}

type Shown = {
  readonly place: { readonly occurredAt: string | null };
  readonly range: { readonly from: string } | null;
};

/** When the moment of an answer was (RFC 3339): that of its event, and before the first one where it has none. */
export function shownAt({ place, range }: Shown): string | undefined {
  if (place.occurredAt !== null || !range) return place.occurredAt ?? undefined;
  return new Date(Date.parse(range.from) - 1).toISOString();
}

/**
 * Whether the first of two moments is known to lie behind the second; undefined: now.
 * @param eventAt when the second was, where that is a position (RFC 3339)
 */
export function isTurnedRound(from: string, to: string | undefined, eventAt?: string): boolean {
  const first = timeOf(from);
  const last = to === undefined ? undefined : (timeOf(to) ?? timeOf(eventAt));
  return first !== undefined && last !== undefined && first > last;
}

/**
 * As a field of type `datetime-local` holds it: the local time without its zone, to the second. Not by the offset of the
 * zone, which is told in whole minutes: on its way to 2026 a year that is typed is 2, and clocks were 53:28 ahead in Berlin.
 */
export function fieldOf(moment: number): string {
  const at = new Date(moment);
  const day = [padded(at.getFullYear(), 4), padded(at.getMonth() + 1), padded(at.getDate())].join('-');
  return `${day}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => padded(part)).join(':')}`;
}

const padded = (part: number, digits = 2): string => String(part).padStart(digits, '0');

/** Undefined while the field is empty or half filled in. */
export function momentOfField(text: string): number | undefined {
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : moment;
}
