import { explainFigure, type Figure } from '../../../../../contracts/api/ledger.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';

/** The events that make a figure, newest first, a page at a time. */
export const explanationPages = (figure: Figure) =>
  pagedQuery(explainFigure, {
    key: [figure],
    pageSize: 25,
    request: (page) => ({ figure, ...page }),
  });
