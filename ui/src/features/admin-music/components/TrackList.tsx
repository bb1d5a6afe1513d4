import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import {
  type AdminMusicTrack,
  type listAdminMusic,
  removeMusicTrack,
} from '../../../../../contracts/api/music.ts';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { keepFocusIn } from '../../../components/ui/keep-focus-in.ts';
import { Panel } from '../../../components/ui/Panel.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useSoundClaim } from '../../../lib/audio/use-sound-claim.ts';
import { cx } from '../../../lib/class-names.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { useWhileThere } from '../../../lib/use-while-there.ts';
import { fileSize } from '../model/file-fault.ts';

/** However many tracks there are: those that come and go move nothing but each other. */
const HEIGHT = 'mb-1 h-96';

/** The playlist in its order, to listen to and to remove from. */
export function TrackList({ query }: { query: UseQueryResult<ResponseOf<typeof listAdminMusic>> }) {
  const [removing, setRemoving] = useState<AdminMusicTrack>();
  return (
    <Panel
      title="Playlist"
      what="the music tracks"
      failure={errorToasts.musicFetchFailed}
      query={query}
      skeleton={
        <div className={HEIGHT}>
          <SkeletonRows rows={3} className="h-24" />
        </div>
      }
      aside={({ tracks }) => <Badge>{tracks.length === 1 ? '1 track' : `${tracks.length} tracks`}</Badge>}
    >
      {({ tracks }) => (
        <>
          {tracks.length === 0 ? (
            <div className={cx(HEIGHT, 'grid')}>
              <EmptyState
                icon="music"
                title="No music yet"
                next="Select audio files above. What is uploaded joins the playlist."
              />
            </div>
          ) : (
            <ul
              ref={keepFocusIn}
              aria-label="Tracks"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
              tabIndex={0}
              className={cx(HEIGHT, 'relative overflow-y-auto px-5 pb-2 -outline-offset-2')}
            >
              {tracks.map((track) => (
                <TrackRow key={track.trackId} track={track} onRemove={() => setRemoving(track)} />
              ))}
            </ul>
          )}
          {removing && <RemoveTrack track={removing} onClose={() => setRemoving(undefined)} />}
        </>
      )}
    </Panel>
  );
}

function TrackRow({ track, onRemove }: { track: AdminMusicTrack; onRemove: () => void }) {
  const { title, artist, filename, size, url, hasFile } = track;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-b border-line/60 py-3 last:border-0 xl:grid-cols-[minmax(0,1fr)_17rem_auto]">
      <div className="min-w-0">
        <p className="text-sm [overflow-wrap:anywhere]">
          <span className="font-medium">{title}</span> <span className="text-muted">{artist}</span>
        </p>
        <p className="text-xs text-faint [overflow-wrap:anywhere]">
          <span className="font-mono">{filename}</span> ·{' '}
          <span className="whitespace-nowrap">{fileSize(size)}</span>
        </p>
      </div>
      <div className="max-xl:order-last max-xl:col-span-2">
        {hasFile ? (
          <Listen url={url} title={title} />
        ) : (
          <Badge tone="danger" title="Its file is not in the database. Upload it again under the same name.">
            File is missing
          </Badge>
        )}
      </div>
      <Button
        variant="ghost"
        size="icon"
        title="Remove track"
        aria-label={`Remove ${title}`}
        onClick={onRemove}
      >
        <Icon name="trash" className="size-4" />
      </Button>
    </li>
  );
}

function Listen({ url, title }: { url: string; title: string }) {
  const claim = useSoundClaim();
  return (
    <audio
      controls
      preload="none"
      src={url}
      aria-label={`Listen to ${title}`}
      className="h-10 w-full"
      {...claim}
    />
  );
}

function RemoveTrack({ track, onClose }: { track: AdminMusicTrack; onClose: () => void }) {
  const close = useWhileThere()(onClose);
  const command = useCommand(
    removeMusicTrack,
    ({ message }) => {
      showToast({ ...adminToasts.trackRemoved, description: message });
      close();
      return refreshAfterAct();
    },
    {},
    (error) => showError(adminToasts.removeTrackFailed(errorText(error))),
  );
  return (
    <ConfirmDialog
      title="Remove Track"
      description="It leaves the playlist at once, and its file is deleted."
      confirmLabel="Remove Track"
      danger
      pending={command.isPending}
      onClose={close}
      onConfirm={() => command.mutate({ trackId: track.trackId })}
    >
      <p className="rounded-control bg-surface-2 px-4 py-3 [overflow-wrap:anywhere]">
        <span className="mr-2 font-medium">{track.title}</span>
        <span className="font-mono text-note">{track.filename}</span>
      </p>
    </ConfirmDialog>
  );
}
