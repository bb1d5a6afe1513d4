import type Router from '@koa/router';
import type { Context } from 'koa';
import { getDevOutbox } from '../../contracts/api/email.ts';
import { refusals } from '../../contracts/messages.ts';
import { HttpError } from '../http/http-error.ts';
import { type Parts, servePublic } from '../http/serve.ts';
import type { AppState } from '../http/state.ts';
import { newNonce } from '../http/ui/built-ui.ts';
import type { MailSink } from '../integrations/email/sink.ts';
import { MAIL_PATH, mailPage, mailPolicy, OUTBOX_PATH, outboxPage, pagePolicy } from './outbox-page.ts';

/** Registered only on a local trial. People get a page, and everybody else the mails as JSON. */
export function outboxRoutes(router: Router<AppState>, parts: Parts, sink: MailSink): void {
  const requireTrial = () => {
    if (!parts.trial.isOn()) throw new HttpError(404, 'NotFound', refusals.notFound);
  };

  router.get(OUTBOX_PATH, (ctx, next) => {
    ctx.vary('Accept');
    if (ctx.accepts('json', 'html') !== 'html') return next();
    requireTrial();
    const nonce = newNonce();
    sendPage(ctx, pagePolicy(nonce), outboxPage(sink.messages(), mailIn(ctx), nonce));
  });

  router.get(MAIL_PATH, (ctx) => {
    requireTrial();
    const mail = sink.messages().find(({ id }) => id === mailIn(ctx));
    if (!mail) throw new HttpError(404, 'NotFound', refusals.notFound);
    const nonce = newNonce();
    sendPage(ctx, mailPolicy(nonce), mailPage(mail, nonce));
    ctx.set('X-Frame-Options', 'SAMEORIGIN');
  });

  servePublic(router, parts, getDevOutbox, async () => {
    requireTrial();
    return {
      messages: sink.messages().map(({ to, receivedAt, ...mail }) => ({
        ...mail,
        to: [...to],
        receivedAt: receivedAt.toISOString(),
      })),
    };
  });
}

function mailIn({ query: { mail } }: Context): string | undefined {
  return typeof mail === 'string' ? mail : undefined;
}

function sendPage(ctx: Context, policy: string, html: string): void {
  ctx.set('Content-Security-Policy', policy);
  ctx.set('Cache-Control', 'no-store');
  // A name in a mail's link is nobody's to look up before it is pressed.
  ctx.set('X-DNS-Prefetch-Control', 'off');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.type = 'html';
  ctx.body = html;
}
