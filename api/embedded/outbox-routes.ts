import type Router from '@koa/router';
import { getDevOutbox } from '../../contracts/api/email.ts';
import { refusals } from '../../contracts/messages.ts';
import { HttpError } from '../http/http-error.ts';
import { type Parts, servePublic } from '../http/serve.ts';
import type { AppState } from '../http/state.ts';
import type { MailSink } from '../integrations/email/sink.ts';

/** Registered only on a local trial. */
export function outboxRoutes(router: Router<AppState>, parts: Parts, sink: MailSink): void {
  servePublic(router, parts, getDevOutbox, async () => {
    if (!parts.trial.isOn()) throw new HttpError(404, 'NotFound', refusals.notFound);
    return {
      messages: sink.messages().map(({ to, receivedAt, ...mail }) => ({
        ...mail,
        to: [...to],
        receivedAt: receivedAt.toISOString(),
      })),
    };
  });
}
