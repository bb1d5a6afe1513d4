import { catalogueTrack } from '../../../../../contracts/music-catalogue.ts';
import { Badge, type BadgeTone } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { keepPlace } from '../../../components/ui/keep-place.ts';
import { Meter } from '../../../components/ui/Meter.tsx';
import { fileSize } from '../model/file-fault.ts';
import type { Upload, UploadStatus, Uploads } from '../model/uploads.ts';

const looks: Readonly<Record<UploadStatus, { readonly name: string; readonly tone: BadgeTone }>> = {
  pending: { name: 'Pending', tone: 'neutral' },
  uploading: { name: 'Uploading', tone: 'info' },
  success: { name: 'Uploaded', tone: 'success' },
  error: { name: 'Failed', tone: 'danger' },
};

type UploadRowProps = {
  readonly item: Upload;
  readonly uploads: Uploads;
  /** A track has a file of this name. */
  readonly replaces: boolean;
  readonly onRemove: () => void;
};

/** One chosen file: what it will be called, how far it is, and what can be done with it. */
export function UploadRow({ item, uploads, replaces, onRemove }: UploadRowProps) {
  const { id, file, status, progress, reason, title, artist } = item;
  const { name, tone } = looks[status];
  const isKnown = catalogueTrack(file.name) !== undefined;
  // What was refused for its title can be given another one, and tried again.
  const isFixed = status === 'uploading' || status === 'success';
  const percent = `${Math.floor(progress * 100)}%`;
  return (
    <li className="rounded-control border border-line px-3 py-2.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
        <p className="text-sm">
          <span className="font-medium [overflow-wrap:anywhere]">{file.name}</span>{' '}
          <span className="text-note whitespace-nowrap text-faint">{fileSize(file.size)}</span>
        </p>
        <div className="flex min-h-8 items-center gap-2 max-sm:order-last max-sm:col-span-2">
          <Badge tone={tone}>{status === 'uploading' ? `${name} ${percent}` : name}</Badge>
          {status === 'error' && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Retry ${file.name}`}
              onClick={({ currentTarget }) => {
                keepPlace(currentTarget);
                uploads.retry(id);
              }}
            >
              <Icon name="refresh" className="size-4" /> Retry
            </Button>
          )}
        </div>
        <Button
          variant="ghost"
          size="icon"
          className="-mr-1"
          title={removal[status]}
          aria-label={`${removal[status]} ${file.name}`}
          onClick={onRemove}
        >
          <Icon name="close" className="size-4" />
        </Button>
      </div>
      {isKnown ? (
        <p className="mt-0.5 text-note text-muted [overflow-wrap:anywhere]">
          {title} · {artist}
        </p>
      ) : (
        <div className="mt-2 grid gap-2 sm:grid-cols-2">
          <Field
            label="Title"
            aria-label={`Title of ${file.name}`}
            value={title}
            readOnly={isFixed}
            className={FIELD}
            onChange={({ target }) => uploads.rename(id, { title: target.value })}
          />
          <Field
            label="Artist"
            aria-label={`Artist of ${file.name}`}
            value={artist}
            readOnly={isFixed}
            className={FIELD}
            onChange={({ target }) => uploads.rename(id, { artist: target.value })}
          />
        </div>
      )}
      {/* One line for whatever is to be said of it: a row is as high in each of its states. */}
      <div className="mt-1.5 min-h-5 text-note text-muted">
        {status === 'pending' && replaces && <p>Replaces the track whose file has this name.</p>}
        {status === 'uploading' && (
          <div className="pt-1.5">
            <Meter label={`Upload of ${file.name}`} value={progress} of={1} text={percent} />
          </div>
        )}
        {status === 'error' && <p className="text-danger [overflow-wrap:anywhere]">{reason}</p>}
      </div>
    </li>
  );
}

/** What cannot be changed any more looks like it. */
const FIELD = '[&_input:read-only]:border-line [&_input:read-only]:text-muted';

/** What taking the file out of the list does. */
const removal: Readonly<Record<UploadStatus, string>> = {
  pending: 'Remove',
  uploading: 'Cancel',
  success: 'Dismiss',
  error: 'Remove',
};
