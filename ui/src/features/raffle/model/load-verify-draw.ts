import { partLoader } from '../../../lib/load-part.ts';

/** What checks a draw and an entry: few who look at a draw ask for it. */
export const loadVerifyDraw = partLoader(() => import('./verify-draw.ts'));
