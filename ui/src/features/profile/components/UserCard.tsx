import type { User } from '../../../../../contracts/api/user.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Icon, type IconName } from '../../../components/ui/Icon.tsx';
import { Identicon } from './Identicon.tsx';

/** Who is signed in, and what is known of them. */
export function UserCard({ user }: { user: User }) {
  return (
    <>
      <div className="flex items-center gap-4">
        <Identicon seed={user.walletAddress ?? user.id} />
        <div className="min-w-0">
          <p title={user.username} className="truncate font-medium">
            {user.username}
          </p>
          {user.walletAddress && <Address address={user.walletAddress} keep={[8, 6]} />}
          <p className="text-note text-muted">
            Member since{' '}
            <time dateTime={user.createdAt}>{new Date(user.createdAt).toLocaleDateString()}</time>
          </p>
          {user.isEmailVerified && user.email !== null && (
            <p className="text-note [overflow-wrap:anywhere] text-muted">{user.email}</p>
          )}
        </div>
      </div>
      <ul aria-label="What is confirmed" className="flex flex-wrap gap-1.5">
        {marksOf(user).map(({ icon, name, on }) => (
          <li key={name}>
            <Badge tone={on ? 'success' : 'neutral'}>
              <Icon name={icon} className="size-3.5" /> {name}
              <span className="sr-only">{on ? 'confirmed' : 'not confirmed'}</span>
            </Badge>
          </li>
        ))}
      </ul>
    </>
  );
}

type Mark = { readonly icon: IconName; readonly name: string; readonly on: boolean };

const marksOf = (user: User): readonly Mark[] => [
  { icon: 'mail', name: 'Email', on: user.isEmailVerified },
  { icon: 'twitter', name: 'X', on: user.isTwitterConnected },
  { icon: 'instagram', name: 'Instagram', on: user.isInstagramConnected },
  { icon: 'youtube', name: 'YouTube', on: user.isYoutubeConnected },
];
