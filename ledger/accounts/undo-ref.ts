/** What the `ref` of a grant begins with that gives back what was cleared; the id of the clear's event follows. */
export const UNDO_REF = 'undo:';
