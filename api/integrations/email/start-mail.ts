import type { Config } from '../../config.ts';
import { type Mailer, type MailerOptions, startMailer } from './mailer.ts';
import type { MailSink } from './sink.ts';
import { smtpTransport } from './transport.ts';

export type Mail = {
  /** Undefined where no server is set: mails wait in the queue. */
  readonly mailer: Mailer | undefined;
  /** Only on a local trial. */
  readonly sink: MailSink | undefined;
  stop(): Promise<void>;
};

/** Milliseconds that mails under way get when the program stops; those that do not make it are sent again. */
const STOP_PATIENCE_MS = 5_000;

/** Its libraries are no part of a deployment. */
async function startSink(): Promise<MailSink> {
  const { startMailSink } = await import('./sink.ts');
  return startMailSink();
}

/** Starts what sends mails: to the server of the settings, or to a sink of a local trial's own. */
export async function startMail(config: Config, options: Omit<MailerOptions, 'transport'>): Promise<Mail> {
  const sink = config.smtpUrl === undefined && config.demoWallet ? await startSink() : undefined;
  const url = config.smtpUrl ?? sink?.url;
  if (url === undefined) options.logger.warn('there is no SMTP_URL: mails wait in the queue');
  const from = config.emailFrom ?? `no-reply@${new URL(options.publicUrl()).hostname}`;
  const mailer =
    url === undefined ? undefined : startMailer({ ...options, transport: smtpTransport(url, from) });
  return {
    mailer,
    sink,
    async stop() {
      const patience = Promise.withResolvers<void>();
      const timer = setTimeout(patience.resolve, STOP_PATIENCE_MS);
      await Promise.race([mailer?.stop(), patience.promise]);
      clearTimeout(timer);
      await sink?.stop();
    },
  };
}
