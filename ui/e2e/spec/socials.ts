import type { Sentence } from './sentence.ts';

const screen = 'ui/e2e/socials.screens.e2e.ts';
const sound = 'ui/e2e/socials-sound.screens.e2e.ts';
const machine = 'ui/src/features/socials/model/playlist-audio.test.ts';
const carousel = 'ui/src/features/socials/model/carousel.test.ts';

const times = ['ui/e2e/spec-constants.test.ts', 'times'] as const;

const whole = [
  screen,
  'both addresses show one screen: hero, own figures, platforms, shows, music, reach, signup, in this order',
] as const;
const figures = [
  screen,
  'a platform says its figures and how fresh they are; what is not known is a dash with words',
] as const;
const posts = [
  screen,
  'the two newest posts: cut at 200 characters, their age, a stock picture for a broken one',
] as const;
const refresh = [
  screen,
  'platforms are asked again every five minutes, Instagram every ten; what fails keeps the last figures',
] as const;
const oneAtATime = [
  sound,
  'one track at a time at volume 0.7: the playing one pauses, another stops it and begins from its start',
] as const;
const arrows = [
  sound,
  'arrows step 320 and 500 px and are switched off at the ends; keys and a swipe move it, too',
] as const;

/** The socials page: its screen, its sound, its calls and its numbers. */
export const socials: readonly Sentence[] = [
  ['/ and /evolve-socials are the same screen', ['/', '/evolve-socials'], whole],
  [
    'cards for X, Instagram, TikTok and YouTube have stats, follow and visit buttons',
    ['X', 'Instagram', 'TikTok', 'YouTube', 'Follow us on X', 'Visit us on X', '48,210 321'],
    whole,
    figures,
    [screen, 'links lead to https alone, in a new tab that is said and knows nothing of this one'],
  ],
  ['only the first two posts of a platform are shown', ['Newest posts on', 2], posts],
  ['the text of a post is cut at 200 characters', [200], posts],
  ['a broken picture of a post gives way to a stock picture', ['stock-picture'], posts],
  [
    'a post is hours old under 24, days under 168 hours, otherwise it has a date',
    ['3h ago', '23h ago', '1d ago', '6d ago', 'Nov 15, 2026'],
    posts,
    ['ui/src/features/socials/model/post-age.test.ts', 'a post of %d hours is "%s"'],
  ],
  ['two shows stand in a carousel', ['Chain Talk', 'First Block', 'Next shows', 'carousel'], whole, arrows],
  [
    'four tracks that can be played stand in a carousel',
    ['The Evolution', 'DeFi Dreams', 'Blockchain Symphony', 'Digital Horizon', 'Play The Evolution'],
    whole,
    oneAtATime,
  ],
  [
    'the reach is summed up, and a button leads to the rewards page',
    ['Community reach', '57,364', 'Go to the rewards page', 1234],
    whole,
    [
      'ui/src/features/socials/model/community-reach.test.ts',
      'followers that are known are added up, and it says of how many platforms they are',
    ],
  ],
  [
    'nothing on the page is random or made up',
    ['—not known', 0],
    figures,
    [
      'ui/src/features/socials/model/community-reach.test.ts',
      'where none is known there is no sum, not even 0',
    ],
  ],
  [
    'a click on the playing track pauses it',
    ['Pause The Evolution', 'pause'],
    oneAtATime,
    [machine, 'the playing track pauses, and goes on where it was'],
  ],
  [
    'another track stops the current one and begins from its start',
    ['Play DeFi Dreams', 'begin'],
    oneAtATime,
    [machine, 'another track stops one that is %s and begins from its start'],
  ],
  [
    'the sound resets on its end and on an error',
    ['Could not be played', 'ended', 'failed'],
    [sound, 'an end resets, and so does a file that cannot be played'],
    [machine, 'an end resets, and the same track begins anew'],
    [machine, 'an error resets and names the track, until something else is chosen'],
  ],
  [
    'an unknown track resets after three seconds',
    ['Not recorded yet', 'missing', 'UNKNOWN_TRACK_RESET_MS', 3000],
    times,
    [sound, 'a track without a file stops the other one and resets after three seconds'],
    [machine, 'a track without a file stops the one that plays and resets after its moment'],
  ],
  ['the volume is 0.7 and one track plays at a time', [0.7], oneAtATime],
  [
    'arrows of carousels step 320 and 500 px and are off at the ends',
    [320, 500, 'isDisabled'],
    arrows,
    [carousel, 'the steps are 320 and 500 px'],
    [carousel, 'a step leads on or back, and never beyond an end'],
  ],
  [
    'all platforms are asked for every 5 minutes, Instagram every 10',
    ['platforms', 'instagram', 'ALL_PLATFORMS_REFRESH_MS', 300000, 'INSTAGRAM_POSTS_REFRESH_MS', 600000],
    times,
    refresh,
  ],
  [
    'a visitor without a wallet may sign up with an email',
    ['/api/email/signup', 'Pending verification'],
    [screen, 'a visitor without a wallet signs up with an email; nothing else is asked of anybody'],
  ],
];
