import { VOLUME } from '../../../../../contracts/constants.ts';
import { Button } from '../../../components/ui/Button.tsx';
import type { Player } from '../model/player.ts';
import { type PlayerState, volumeStep } from '../model/player-state.ts';
import { Slider } from './Slider.tsx';
import { SoundIcon } from './SoundIcon.tsx';

export function VolumeControl({ player, state }: { player: Player; state: PlayerState }) {
  const { volume, isMuted } = state;
  const percent = `${Math.round(volume * 100)} %`;
  return (
    <div className="flex items-center gap-1">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Mute"
        aria-pressed={isMuted}
        title={isMuted ? 'Unmute' : 'Mute'}
        onClick={player.toggleMute}
      >
        <SoundIcon name={isMuted ? 'silent' : 'sound'} />
      </Button>
      <Slider
        label="Volume"
        value={isMuted ? 0 : volume}
        max={1}
        step={VOLUME.step}
        valueText={isMuted ? `Muted, ${percent}` : percent}
        onChange={player.setVolume}
        onStep={(direction) => player.setVolume(volumeStep(isMuted ? 0 : volume, direction))}
        onSpace={player.toggle}
        className="w-24"
      />
    </div>
  );
}
