/** Now, in milliseconds since the epoch. Everything in the API asks this and no other, so that tests can turn it. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;

/** RFC 3339 in UTC with milliseconds. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();
