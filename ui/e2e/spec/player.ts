import type { Sentence } from './sentence.ts';

const screen = 'ui/e2e/player.screens.e2e.ts';
const state = 'ui/src/features/player/model/player-state.test.ts';
const player = 'ui/src/features/player/model/player.test.ts';
const plays = [screen, 'it plays from the corner, shows what, and goes on when the page changes'] as const;
const chooses = [
  screen,
  'next, previous and the list choose; the ends meet, and what has ended pauses before the next',
] as const;
const keys = [
  screen,
  'volume and mute by keyboard, kept with the place over a reload; Esc gives the focus back',
] as const;
const failures = [
  screen,
  'without tracks it is not there; tracks that cannot be fetched say so, and are asked for again',
] as const;

/** The floating music player: its panel, its states and its numbers. */
export const floatingPlayer: readonly Sentence[] = [
  [
    'a round button at the bottom right opens a panel with title, artist, progress, times, controls and the playlist',
    ['Open music player', 'Music player', '0:00', '0:16', 'Play'],
    plays,
    [screen, 'axe finds nothing in any look, open or closed'],
  ],
  ["the playlist is headed '{network name} Playlist (N tracks)'", ['EVO Playlist (4 tracks)'], plays],
  [
    'the volume slider goes from 0 to 1 in steps of 0.1',
    ['Volume', 'min', 0, 'max', 1, 'step', 0.1],
    keys,
    [state, 'goes in steps of a tenth'],
  ],
  [
    'loading shows a pulsing icon; without tracks the player is hidden',
    ['Loading music', 'animate-pulse-soft', '[data-player]'],
    [screen, 'where the browser allows it, a second after the tracks have come, once'],
    failures,
  ],
  [
    'it plays by itself once, about a second after the tracks have come; a browser that forbids it is obeyed without a word',
    [900, 'NotAllowedError', 'alert', 1],
    [screen, 'where the browser allows it, a second after the tracks have come, once'],
    [screen, 'and where it does not, it waits without a word'],
    [player, 'is tried once'],
  ],
  [
    'next and previous wrap around and begin the track anew',
    ['Previous track', 'Next track', 0, 2],
    chooses,
    [state, 'wrap around'],
  ],
  [
    'a track that ends pauses, and the next one is chosen',
    ['isPlaying', 'paused', 1],
    chooses,
    [state, 'a track that ends pauses, and the next one is chosen; after the last the first'],
  ],
  ['a click on an item of the playlist chooses it', ['Music player', 2], chooses],
  [
    'mute toggles; volume 0 mutes, raising it unmutes; it begins at 0.05',
    ['Mute', 0.05, 'isMuted'],
    keys,
    [state, '0 mutes, raising it unmutes'],
    [state, 'it begins paused, at the first track, at a volume of 0.05'],
  ],
  [
    'the tracks are fresh for 5 minutes and kept for 10',
    [300000, 600000, 5.1],
    [state, 'the numbers of the player'],
    ['ui/src/lib/music/tracks-query.test.ts', 'the tracks are fresh for five minutes and kept for ten'],
    [screen, 'the tracks are fresh for five minutes; when they cannot be asked for again, the old ones stay'],
  ],
  [
    'faults of the playing are only logged',
    ['the music could not be played', 'alert', 'isPlaying'],
    [screen, 'what breaks while it plays is only logged, and the next track plays'],
    [player, 'is logged, and the player stands at pause'],
  ],
  [
    'one sound at a time, in one tab and in many',
    ['paused', 1, 5],
    [screen, 'of two tabs one sounds: the later one, and of two at once exactly one'],
    [screen, 'what an admin listens to and the player take turns'],
    [
      'ui/src/lib/audio/sound-claims.test.ts',
      'of two tabs that claim at once exactly one goes on, and of five',
    ],
  ],
  [
    'a local trial has four tracks out of the box, and nothing else has',
    ['the-evolution', 'defi-dreams', 'blockchain-symphony', 'digital-horizon', 'playlist'],
    [
      'api/resources/music/install-samples.drill.test.ts',
      'a trial begins with four tracks whose files play; a second start adds none',
    ],
    ['api/resources/music/install-samples.drill.test.ts', 'a deployment gets none'],
  ],
];
