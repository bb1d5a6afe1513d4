import { asItIs, type Mends } from '../replica/mends.ts';
import { sealedBeforeErasure } from './erasures.ts';
import type { Fault } from './fault.ts';
import { idsWithoutContent, mutableFold, replayMixesAttempts } from './handling.ts';
import { massActTakesLater, undoTakesTwice } from './money.ts';
import { releaseInUse } from './names.ts';
import { openActsLeft, rightGivenBackEarly, rightOfRemoved, undoBesideReset } from './rights.ts';

/** What can be put back, to see that it is found. */
export const FAULTS: readonly Fault[] = [
  idsWithoutContent,
  mutableFold,
  replayMixesAttempts,
  undoTakesTwice,
  rightGivenBackEarly,
  openActsLeft,
  undoBesideReset,
  rightOfRemoved,
  massActTakesLater,
  releaseInUse,
  sealedBeforeErasure,
];

/** @throws RangeError when there is no fault of this name */
export function faultNamed(name: string): Fault {
  const found = FAULTS.find((fault) => fault.name === name);
  if (!found)
    throw new RangeError(`no such fault; there are ${FAULTS.map((fault) => fault.name).join(', ')}`);
  return found;
}

/** The program with the fault in it. */
export function mendsWith({ broken }: Fault): Mends {
  return { ...asItIs, ...broken };
}
