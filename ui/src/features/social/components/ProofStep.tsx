import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { connectSocial, SocialConnection } from '../../../../../contracts/api/social.ts';
import { platformNames } from '../../../../../contracts/messages.ts';
import { socialTexts } from '../../../../../contracts/social-messages.ts';
import { buttonClass } from '../../../components/ui/Button.tsx';
import { CopyButton } from '../../../components/ui/CopyButton.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { cx } from '../../../lib/class-names.ts';
import { webUrl } from '../../../lib/web-url.ts';

type ProofStepProps = {
  readonly connection: SocialConnection;
  /** What the server said to the last attempt of this visit. */
  readonly answer: ResponseOf<typeof connectSocial> | undefined;
  /** Whoever sends the code of that answer now hears nothing of it. */
  readonly isCodeOver: boolean;
};

/** How a typed handle becomes a confirmed account here, and the next step of it. */
export function ProofStep({ connection, answer, isCodeOver }: ProofStepProps) {
  const { platform, status, verifier, refusal } = connection;
  const name = platformNames[platform];
  const authorizeUrl = webUrl(answer?.authorizeUrl);
  const messageCode = isCodeOver ? undefined : answer?.messageCode;
  if (status === 'none' && !answer) {
    return verifier === 'none' ? <Note>{unasked(name)}</Note> : null;
  }
  if (refusal) {
    return (
      <p
        role="status"
        className="rounded-control border border-danger/30 bg-danger/10 px-3 py-2.5 text-note [overflow-wrap:anywhere]"
      >
        {refused(name, refusal)}
      </p>
    );
  }
  return (
    <div className="grid gap-3 rounded-control border border-info/30 bg-info/10 px-3 py-2.5 text-note">
      <p role="status">
        {answer?.messageCode && isCodeOver
          ? socialTexts.codeIsOver(name)
          : (answer?.message ?? (status === 'expired' ? expired(name) : next(name)[verifier]))}
      </p>
      {authorizeUrl && (
        <a href={authorizeUrl} className={buttonClass({ size: 'sm', variant: 'primary' })}>
          Confirm on {name} <Icon name="external" className="size-4" />
        </a>
      )}
      {answer?.messageCode && (
        // What is over leaves its place: nothing below moves because time has passed.
        <p className={cx('flex items-center gap-2', isCodeOver && 'invisible')}>
          <span className="text-muted">Code</span>
          <code className="min-w-0 rounded-md bg-bg px-2 py-1 font-mono break-all">{messageCode ?? '—'}</code>
          <CopyButton text={messageCode ?? ''} label={`Copy the code for ${name}`} />
        </p>
      )}
    </div>
  );
}

function Note({ children }: { children: string }) {
  return <p className="text-note text-muted">{children}</p>;
}

const expired = (name: string): string =>
  `${name} no longer lets us ask for you. Reconnect the same account to go on with its tasks.`;

const refused = (name: string, refusal: string): string =>
  `${name} has told us who sent the code. ${refusal}. Press Confirm to get another code.`;

const unasked = (name: string): string =>
  `This site cannot ask ${name} yet. A handle is kept as unproven and pays nothing.`;

const next = (name: string): Record<SocialConnection['verifier'], string> => ({
  oauth: `${name} has not confirmed this account yet. Press Confirm to go there.`,
  message_code: `${name} has not confirmed this account yet. Press Confirm to get a code to send.`,
  demo: 'Press Confirm: the demo verifier will take it.',
  none: unasked(name),
});
