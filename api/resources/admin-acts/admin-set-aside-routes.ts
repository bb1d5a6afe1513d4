import type Router from '@koa/router';
import { adminAnswers, setAsideTexts } from '../../../contracts/admin-messages.ts';
import {
  dismissSetAside as dismissEndpoint,
  listSetAside as listEndpoint,
  retrySetAside as retryEndpoint,
} from '../../../contracts/api/admin-set-aside.ts';
import { formatPosition, parsePosition } from '../../../contracts/ledger-position.ts';
import { HttpError } from '../../http/http-error.ts';
import { invalidCursor, PAGE_ROWS } from '../../http/paging.ts';
import { announce, type CommandCall, type Parts, serveCommand, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { dismiss } from '../../processes/dismiss.ts';
import { retry } from '../../processes/retry.ts';
import {
  countSetAside,
  type Decided,
  type Decision,
  listSetAside,
  type PlaceInList,
  whyKept,
} from '../../processes/set-aside-decisions.ts';

/** What the processes could not act on: seeing it, and deciding about it. */
export function adminSetAsideRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, logger } = parts;

  serveQuery(router, parts, listEndpoint, async ({ input }) => {
    const limit = Number(input.limit ?? PAGE_ROWS);
    const after = input.cursor === undefined ? undefined : placeIn(input.cursor);
    const [rows, counts] = await Promise.all([listSetAside(pool, after, limit), countSetAside(pool)]);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    const inState = (state: string) =>
      counts.reduce((sum, one) => (one.state === state ? sum + one.count : sum), 0);
    return {
      events: rows.map(({ position, since, ...row }) => ({
        ...row,
        position: formatPosition(position),
        since: since.toISOString(),
      })),
      waiting: inState('waiting'),
      parked: inState('parked'),
      nextCursor: last ? `${formatPosition(last.position)}@${last.process}` : null,
    };
  });

  serveCommand(router, parts, retryEndpoint, async (call) => {
    const decision = decisionOf(call);
    const decided = await retry(parts, decision);
    if (!decided) throw new NotSetAside();
    tell(call, decided);
    logger.warn(decision, 'an admin lets a parked event be acted on once more');
    return { success: true as const, message: adminAnswers.setAsideRetried };
  });

  serveCommand(router, parts, dismissEndpoint, async (call) => {
    const decision = decisionOf(call);
    const decided = await dismiss(parts, decision);
    if (!decided) throw new UNDISMISSED[(await whyKept(pool, decision.id)) ?? 'gone']();
    tell(call, decided);
    logger.warn(decision, 'an admin has dismissed an event');
    return { success: true as const, message: adminAnswers.setAsideDismissed };
  });
}

function decisionOf({
  input,
  session,
  command,
}: CommandCall<typeof retryEndpoint | typeof dismissEndpoint>): Decision {
  const { occurredAt: at, commandId } = command;
  return { ...input, by: session.walletAddress, at, commandId };
}

/** The ledger has nothing of it, and so no place that a reader could wait for. */
function tell({ ctx }: Pick<CommandCall<typeof retryEndpoint>, 'ctx'>, decided: Decided): void {
  announce(ctx, { position: undefined, replayed: decided === 'before' });
}

/** @throws HttpError 400 */
function placeIn(cursor: string): PlaceInList {
  const [, text = '', process = ''] = /^([^@]+)@([a-z-]{1,40})$/.exec(cursor) ?? [];
  const position = parsePosition(text);
  if (!position) throw invalidCursor();
  return { position, process };
}

/** What the event began keeps others from beginning until it has ended. */
class HasToEnd extends HttpError {
  constructor() {
    super(409, 'HasToEnd', setAsideTexts.mustEnd);
  }
}

/** It is tried by itself, and may be done at this moment: whoever was told that nothing will be would do it by hand. */
class StillTried extends HttpError {
  constructor() {
    super(409, 'StillTried', setAsideTexts.stillTried);
  }
}

/** It was handled, decided about, or is not parked. */
class NotSetAside extends HttpError {
  constructor() {
    super(409, 'NotSetAside', setAsideTexts.gone);
  }
}

const UNDISMISSED = { 'has to end': HasToEnd, 'is tried': StillTried, gone: NotSetAside } as const;
