import type { UseQueryResult } from '@tanstack/react-query';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import type { User } from '../../../../../contracts/api/user.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Icon, type IconName } from '../../../components/ui/Icon.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { Identicon } from './Identicon.tsx';

/** Who is signed in, and what is known of them. */
export function UserPanel({ query }: { query: UseQueryResult<Dashboard> }) {
  return (
    <Panel
      title="Your Account"
      what="your account"
      query={query}
      className="lg:min-h-64"
      skeleton={<Skeleton className="mx-5 my-3 h-44" />}
    >
      {({ user }) => (
        <div className="flex flex-1 flex-col gap-5 px-5 pt-1 pb-5">
          <div className="flex items-center gap-4">
            <Identicon seed={user.walletAddress ?? user.id} />
            <div className="min-w-0">
              <p title={user.username} className="truncate font-medium">
                {user.username}
              </p>
              {user.walletAddress && <Address address={user.walletAddress} />}
              <p className="text-[13px] text-muted">
                Member since{' '}
                <time dateTime={user.createdAt}>{new Date(user.createdAt).toLocaleDateString()}</time>
              </p>
            </div>
          </div>
          <ul aria-label="What is confirmed" className="mt-auto flex flex-wrap gap-2">
            {marksOf(user).map(({ icon, name, on }) => (
              <li key={name}>
                <Badge tone={on ? 'success' : 'neutral'}>
                  <Icon name={icon} className="size-3.5" /> {name}
                  <span className="sr-only">{on ? 'confirmed' : 'not confirmed'}</span>
                </Badge>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

type Mark = { readonly icon: IconName; readonly name: string; readonly on: boolean };

const marksOf = (user: User): readonly Mark[] => [
  { icon: 'mail', name: 'Email', on: user.isEmailVerified },
  { icon: 'twitter', name: 'X', on: user.isTwitterConnected },
  { icon: 'instagram', name: 'Instagram', on: user.isInstagramConnected },
  { icon: 'youtube', name: 'YouTube', on: user.isYoutubeConnected },
];
