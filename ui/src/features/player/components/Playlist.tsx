import { CHAIN_NAME } from '../../../../../contracts/constants.ts';
import { cx } from '../../../lib/class-names.ts';
import type { Player } from '../model/player.ts';
import type { PlayerState } from '../model/player-state.ts';
import { SoundIcon } from './SoundIcon.tsx';

/** All tracks; the one that is pressed is chosen. */
export function Playlist({ player, state }: { player: Player; state: PlayerState }) {
  const { tracks, at, isPlaying } = state;
  return (
    <div className="flex min-h-28 flex-col border-t border-line pt-3">
      <h2 id="playlist" className="px-4 pb-1 text-note font-semibold text-muted">
        {CHAIN_NAME} Playlist ({tracks.length === 1 ? '1 track' : `${tracks.length} tracks`})
      </h2>
      <ol aria-labelledby="playlist" className="min-h-0 overflow-y-auto overscroll-contain px-2 pb-2">
        {tracks.map(({ id, title, artist }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-current={index === at ? 'true' : undefined}
              onClick={() => player.select(index)}
              className={cx(
                'flex w-full items-center gap-3 rounded-control px-2 py-1.5 text-left -outline-offset-2 hover:bg-surface-2',
                index === at && 'bg-surface-2',
              )}
            >
              <span aria-hidden="true" className="grid w-5 place-items-center font-mono text-xs text-faint">
                {index === at ? (
                  <SoundIcon name={isPlaying ? 'sound' : 'play'} className="size-4 text-accent" />
                ) : (
                  index + 1
                )}
              </span>
              <span className="min-w-0 flex-1">
                <span
                  dir="auto"
                  className={cx('block truncate text-sm', index === at && 'font-medium text-accent')}
                >
                  {title}
                </span>
                <span dir="auto" className="block truncate text-xs text-muted">
                  {artist}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
