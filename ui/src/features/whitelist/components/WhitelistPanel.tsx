import type { User } from '../../../../../contracts/api/user.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Card } from '../../../components/ui/Card.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { useKeptPlace } from '../../../lib/use-kept-place.ts';
import { useJoinWhitelist } from '../api/use-join-whitelist.ts';

/** The list for the coin sale, which is joined once. */
export function WhitelistPanel({ user: { isWhitelisted } }: { user: Pick<User, 'isWhitelisted'> }) {
  const { join, isPending } = useJoinWhitelist();
  const place = useKeptPlace<HTMLElement>(isWhitelisted);
  return (
    <Card
      ref={place}
      tabIndex={-1}
      aria-labelledby="whitelist-title"
      className="flex min-h-20 items-center gap-3 px-5 py-3.5"
    >
      <div className="min-w-0 flex-1">
        <h2 id="whitelist-title" className="text-lead font-semibold tracking-[-0.01em]">
          Whitelist
        </h2>
        <p className="text-xs text-muted">
          {isWhitelisted
            ? 'Your wallet is on the list for the coin sale.'
            : 'The list for the coin sale. It costs nothing and commits you to nothing.'}
        </p>
      </div>
      {isWhitelisted ? (
        <Badge tone="success">
          <Icon name="check" className="size-3.5" /> Joined
        </Badge>
      ) : (
        <Button
          size="sm"
          pending={isPending}
          busyText="Joining…"
          onClick={join}
          aria-label={isPending ? undefined : 'Join the whitelist'}
        >
          Join
        </Button>
      )}
    </Card>
  );
}
