import { useId } from 'react';
import type { SocialConnection } from '../../../../../contracts/api/social.ts';
import { platformNames } from '../../../../../contracts/messages.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useConnectSocial } from '../api/use-connect-social.ts';
import { HandleForm } from './HandleForm.tsx';
import { ProofStep } from './ProofStep.tsx';

/**
 * One platform: nothing yet, a handle that is only typed, an account that the platform confirmed, or one that it
 * confirmed and no longer lets us ask about.
 */
export function ConnectionRow({ connection }: { connection: SocialConnection }) {
  const { platform, status, handle, reward } = connection;
  const { connect, isPending, error, answer } = useConnectSocial();
  const titleId = useId();
  const name = platformNames[platform];
  const isPaid = status === 'confirmed' || status === 'expired';
  return (
    <li aria-labelledby={titleId} className="border-b border-line/60 py-4 last:border-0">
      <div className="flex min-h-9 items-center gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-control bg-surface-2 text-muted">
          <Icon name={platform} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 id={titleId} className="text-sm font-medium">
            {name}
          </h3>
          {handle !== null && <p className="truncate text-[13px] text-muted">@{handle}</p>}
        </div>
        {isPaid ? (
          <Badge tone={status === 'expired' ? 'info' : 'success'}>
            <Icon name={status === 'expired' ? 'refresh' : 'check'} className="size-3.5" />
            {status === 'expired' ? 'Reconnect' : 'Connected'}
          </Badge>
        ) : (
          <div className="flex flex-wrap items-center justify-end gap-2">
            {status === 'unproven' && (
              <Badge tone="info" title={`${name} has not confirmed this account`}>
                Unproven
              </Badge>
            )}
            <Money amount={reward} decimals={0} sign="+" tone="gold" className="text-sm" />
          </div>
        )}
      </div>
      {status !== 'confirmed' && (
        <div className="mt-3 grid gap-3">
          <ProofStep connection={connection} answer={answer} />
          <HandleForm
            connection={connection}
            isPending={isPending}
            error={error ? errorText(error) : undefined}
            onConnect={(typed) => connect({ platform, handle: typed })}
          />
        </div>
      )}
    </li>
  );
}
