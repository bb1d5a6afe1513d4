import { MUSIC_CATALOGUE } from '../../../../../contracts/music-catalogue.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';

type CatalogueNoteProps = {
  /** The names of files that are there; undefined while nobody can say. */
  readonly taken: ReadonlySet<string> | undefined;
  readonly loading: boolean;
};

/** The tracks that the program knows by name, and whether their files are there. */
export function CatalogueNote({ taken, loading }: CatalogueNoteProps) {
  return (
    <Card aria-labelledby="catalogue-title" className="min-w-0">
      <CardHeader id="catalogue-title" title="Known tracks" />
      <div className="grid gap-3 px-5 pt-1 pb-5">
        <p className="text-sm text-muted">
          These five have a title, an artist and a place in the playlist already. Their MP3 files must be
          uploaded with exactly these names, or the entry of the track must be changed.
        </p>
        <ul aria-label="Known tracks">
          {MUSIC_CATALOGUE.map(({ id, title, filename, path }) => (
            <li
              key={id}
              className="flex items-center justify-between gap-3 border-b border-line/60 py-2.5 last:border-0"
            >
              <div className="min-w-0">
                <p className="text-sm font-medium">{title}</p>
                <p className="font-mono text-xs text-faint [overflow-wrap:anywhere]">{path}</p>
              </div>
              {taken === undefined ? (
                loading && <Skeleton className="h-6 w-16 rounded-full" />
              ) : taken.has(filename) ? (
                <Badge tone="success">Uploaded</Badge>
              ) : (
                <Badge>Missing</Badge>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
