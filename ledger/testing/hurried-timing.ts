import { systemTiming, type Timing } from '../timing.ts';

/** How many milliseconds of it pass in one. */
const HURRY = 20;

/** Time for tests that wait until somebody gives up: seconds of it pass in some hundredths of one. */
export const hurriedTiming: Timing = {
  now: () => systemTiming.now() * HURRY,
  after: (milliseconds, call) => systemTiming.after(milliseconds / HURRY, call),
  random: systemTiming.random,
};
