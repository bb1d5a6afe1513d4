import type { SocialAccount } from '../../../../../contracts/api/socials.ts';
import { POSTS_PER_PLATFORM } from '../../../../../contracts/constants.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { buttonClass } from '../../../components/ui/Button.tsx';
import { Card } from '../../../components/ui/Card.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { freshness, staleness } from '../model/freshness.ts';
import type { ShownPlatform } from '../model/platforms.ts';
import { Count } from './Count.tsx';
import { Glyph } from './Glyph.tsx';
import { OutLink } from './OutLink.tsx';
import { PostItem } from './PostItem.tsx';

type PlatformCardProps = {
  readonly id: ShownPlatform;
  readonly name: string;
  readonly account: SocialAccount;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** The program's account on one platform: its figures and how fresh they are, the ways to it, and its newest posts. */
export function PlatformCard({ id, name, account, now }: PlatformCardProps) {
  const { handle, url, followUrl, stats, latestPosts, stale, source } = account;
  const posts = latestPosts.slice(0, POSTS_PER_PLATFORM);
  return (
    <Card aria-labelledby={`platform-${id}`} className={CARD}>
      <header className={HEADER}>
        <PlatformIcon id={id} />
        <div className="min-w-0 flex-1">
          <h3 id={`platform-${id}`} className="text-lead font-semibold tracking-[-0.01em]">
            {name}
          </h3>
          <p className="truncate text-note text-muted">
            {handle === '' ? 'No account is named yet' : `@${handle.replace(/^@/, '')}`}
          </p>
        </div>
        <div className="flex gap-1 max-lg:w-full">
          <OutLink
            url={followUrl}
            label={`Follow us on ${name}`}
            className={`${buttonClass({ size: 'sm' })} max-lg:flex-1`}
          >
            Follow
          </OutLink>
          <OutLink
            url={url}
            label={`Visit us on ${name}`}
            className={`${buttonClass({ size: 'sm', variant: 'ghost' })} max-lg:flex-1`}
          >
            Visit
          </OutLink>
        </div>
      </header>
      <dl className={STATS}>
        <Stat title="Followers" value={stats.followers} />
        <Stat title="Posts" value={stats.posts} />
      </dl>
      <div className={FRESHNESS}>
        <p>{freshness(account, name)}</p>
        {stale && (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge>Not up to date</Badge> {staleness(source, name)}
          </p>
        )}
      </div>
      {posts.length === 0 ? (
        <div className="flex min-h-28 flex-1 flex-col justify-center border-t border-line py-4 text-note">
          <p className="font-medium">No posts to show yet</p>
          <p className="mt-0.5 text-muted">The two newest ones will stand here.</p>
        </div>
      ) : (
        <ul aria-label={`Newest posts on ${name}`}>
          {posts.map((post) => (
            <PostItem key={post.id} post={post} platform={name} now={now} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const CARD = 'flex min-w-0 flex-col px-5 pt-5 pb-1';
const HEADER = 'flex flex-wrap items-center gap-3';
const STATS = 'mt-5 grid grid-cols-2 gap-4';
const FRESHNESS = 'mt-3 mb-4 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-faint';

function Stat({ title, value }: { title: string; value: number | null }) {
  return (
    <div className="min-w-0">
      <dt className="text-note text-muted">{title}</dt>
      <dd className="font-mono text-2xl leading-9 font-semibold tracking-[-0.02em] [overflow-wrap:anywhere]">
        <Count value={value} />
      </dd>
    </div>
  );
}

function PlatformIcon({ id }: { id: ShownPlatform }) {
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-control bg-surface-2">
      {id === 'tiktok' ? <Glyph name="tiktok" /> : <Icon name={id} />}
    </span>
  );
}

/** The same card before its figures are there. */
export function PlatformCardSkeleton({ id, name }: Pick<PlatformCardProps, 'id' | 'name'>) {
  return (
    <div className={`card ${CARD}`}>
      <div className={HEADER}>
        <PlatformIcon id={id} />
        <div className="min-w-0 flex-1">
          <p className="text-lead font-semibold tracking-[-0.01em]">{name}</p>
          <Skeleton className="h-4.5 w-24" />
        </div>
        <Skeleton className="h-8 w-42 max-lg:w-full" />
      </div>
      <div className={STATS}>
        <Skeleton className="h-14 w-28 max-w-full" />
        <Skeleton className="h-14 w-20 max-w-full" />
      </div>
      <div className={FRESHNESS}>
        <Skeleton className="h-4 w-56 max-w-full" />
      </div>
      {Array.from({ length: POSTS_PER_PLATFORM }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike and never move.
        <div key={at} className="flex min-h-28 gap-4 border-t border-line py-4">
          <Skeleton className="size-20 shrink-0" />
          <div className="grid flex-1 content-start gap-2">
            <Skeleton className="h-4 w-11/12" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
