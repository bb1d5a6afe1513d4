import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import type { getPublicFigures } from '../../../contracts/api/socials.ts';
import { formatEvo } from '../../../contracts/money.ts';
import type { Database } from '../../../projector/database.ts';
import { publicFigures } from '../../../projector/read-models/stats/public-figures.ts';

/** The figures of the program, as everybody is shown them. */
export async function presentPublicFigures(db: Database): Promise<ResponseOf<typeof getPublicFigures>> {
  const { granted, ...figures } = await publicFigures(db);
  return { ...figures, granted: formatEvo(granted) };
}
