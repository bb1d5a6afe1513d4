import { ageText } from '../../lib/format-age.ts';
import { useNow } from '../../lib/use-now.ts';

/** How long ago something happened; the title has the moment itself. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()} className={className}>
      {ageText(at, now)}
    </time>
  );
}
