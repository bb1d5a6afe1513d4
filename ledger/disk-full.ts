/** What the embedded event store says of an append that its disk has no room for. */
export const DISK_FULL =
  'The disk is full: nothing was appended. Reads still work; appends will once there is space.';
