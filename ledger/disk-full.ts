const FULL = 'The disk is full:';

/** What the embedded event store says of an append that its disk has no room for. */
export const DISK_FULL = `${FULL} nothing was appended. Reads still work; appends will once there is space.`;

/** The same where it had room for the events, and none for what makes them count: a crash may still bring them. */
export const DISK_FULL_BEHIND = `${FULL} the append does not count. Reads still work; appends will once there is space.`;

const says = (error: unknown, text: string): boolean =>
  error instanceof Error && error.message.includes(text);

/** Whether an event store says by its error that its disk is full. */
export const saysFull = (error: unknown): boolean => says(error, FULL);

/** Whether it says as well that nothing will come of what was sent. */
export const isCertainlyFull = (error: unknown): boolean => says(error, DISK_FULL);
