import type { SocialPost } from '../../../../../contracts/api/socials.ts';
import { POST_TEXT_MAX } from '../../../../../contracts/constants.ts';
import { cutText } from '../../../lib/cut-text.ts';
import { postAge } from '../model/post-age.ts';
import { Count } from './Count.tsx';
import { Picture } from './Picture.tsx';
import { PlaceLink } from './PlaceLink.tsx';

type PostItemProps = {
  readonly post: SocialPost;
  /** As people call it. */
  readonly platform: string;
  /** Milliseconds since 1970. */
  readonly now: number;
};

export function PostItem({ post, platform, now }: PostItemProps) {
  const { text, image_url, likes, comments, created_at, url } = post;
  return (
    <li className="flex min-h-28 gap-4 border-t border-line py-4">
      {image_url !== null && (
        <Picture
          url={image_url}
          alt={text === '' ? `A picture without words on ${platform}` : ''}
          size={80}
          className="size-20"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p dir="auto" className="text-sm [overflow-wrap:anywhere]">
          {cutText(text, POST_TEXT_MAX)}
        </p>
        <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          {created_at !== null && (
            <time dateTime={created_at} title={new Date(created_at).toLocaleString('en')}>
              {postAge(created_at, now)}
            </time>
          )}
          <span>
            <Count value={likes} /> {likes === 1 ? 'like' : 'likes'}
          </span>
          <span>
            <Count value={comments} /> {comments === 1 ? 'comment' : 'comments'}
          </span>
          <PlaceLink
            url={url}
            className="touch-area min-h-6 text-accent hover:underline"
            out={{ label: `Open this post on ${platform}`, children: 'Open' }}
            own={{ label: 'Open the page that this is about', children: 'Open' }}
          />
        </div>
      </div>
    </li>
  );
}
