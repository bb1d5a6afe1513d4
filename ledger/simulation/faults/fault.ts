import type { Mends } from '../replica/mends.ts';

/** A fault that the program had, or might have had, put back for a run. */
export type Fault = {
  readonly name: string;
  /** Parts in whose place something broken is put. */
  readonly broken: Partial<Mends>;
};
