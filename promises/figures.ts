import type { ProductPromise } from './promise.ts';

const CONSTANTS = 'ui/e2e/spec-constants.test.ts';
const SHOW = 'ui/src/features/raffle/model/show.test.ts';

/** Numbers that people see: how much is shown, and how long things take. */
export const figures: readonly ProductPromise[] = [
  {
    id: 'chain-id',
    promise: 'The network is chain 0xD60.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'CHAIN_ID = 0xd60;', to: 'CHAIN_ID = 0xd61;' }],
    red: [[CONSTANTS, 'the network and the forms of names']],
  },
  {
    id: 'chain-id-in-hex',
    promise: 'Wallets are asked for chain 0xD60.',
    source: 'spec: Business constants',
    sabotage: [
      { file: 'contracts/constants.ts', from: "CHAIN_ID_HEX = '0xd60'", to: "CHAIN_ID_HEX = '0xd6'" },
    ],
    red: [[CONSTANTS, 'the network and the forms of names']],
  },
  {
    id: 'native-decimals',
    promise: 'EVO has 18 decimals.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: "symbol: 'EVO', decimals: 18",
        to: "symbol: 'EVO', decimals: 8",
      },
    ],
    red: [[CONSTANTS, 'the network and the forms of names']],
  },
  {
    id: 'wallet-length',
    promise: 'A wallet has 42 characters.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: 'WALLET_ADDRESS_LENGTH = 42',
        to: 'WALLET_ADDRESS_LENGTH = 41',
      },
    ],
    red: [[CONSTANTS, 'the network and the forms of names']],
  },
  {
    id: 'decimals-of-the-claim',
    promise: 'The claim button shows two decimals.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'claimButton: 2', to: 'claimButton: 0' }],
    red: [[CONSTANTS, 'decimals of each place']],
  },
  {
    id: 'decimals-of-app-rewards',
    promise: 'App Rewards shows eight decimals.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'appRewards: 8', to: 'appRewards: 2' }],
    red: [[CONSTANTS, 'decimals of each place']],
  },
  {
    id: 'decimals-of-the-board',
    promise: 'The leaderboard shows no decimals.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'leaderboardTotal: 0', to: 'leaderboardTotal: 2' }],
    red: [[CONSTANTS, 'decimals of each place']],
  },
  {
    id: 'decimals-of-a-raffle',
    promise: 'The totals of a raffle show two decimals.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'raffleTotal: 2', to: 'raffleTotal: 0' }],
    red: [[CONSTANTS, 'decimals of each place']],
  },
  {
    id: 'balance-of-the-wallet',
    promise: 'The wallet’s balance shows four decimals, cut and never rounded.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'walletBalance: 4', to: 'walletBalance: 3' }],
    red: [
      [CONSTANTS, 'decimals of each place'],
      ['ui/src/lib/wallet/native-balance.test.ts', '%s base units read %s'],
    ],
  },
  {
    id: 'tweet-of-a-task',
    promise: 'A task quotes 50 characters of its post.',
    source: 'spec: Business constants',
    sabotage: [
      { file: 'contracts/constants.ts', from: 'TASK_TWEET_TEXT_MAX = 50', to: 'TASK_TWEET_TEXT_MAX = 500' },
    ],
    red: [
      [CONSTANTS, 'limits of texts'],
      ['ui/src/lib/cut-text.test.ts', 'a tweet of a task is cut at 50 characters'],
    ],
  },
  {
    id: 'text-of-a-post',
    promise: 'A post shows 200 characters.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: 'export const POST_TEXT_MAX = 200',
        to: 'export const POST_TEXT_MAX = 2_000',
      },
    ],
    red: [[CONSTANTS, 'limits of texts']],
  },
  {
    id: 'posts-shown',
    promise: 'Two posts of a platform are shown.',
    source: 'spec: Business constants',
    sabotage: [
      { file: 'contracts/constants.ts', from: 'POSTS_PER_PLATFORM = 2', to: 'POSTS_PER_PLATFORM = 20' },
    ],
    red: [[CONSTANTS, 'sounds, steps, and how many of a kind are shown']],
  },
  {
    id: 'users-found',
    promise: 'A search for whom to reward shows ten users.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: 'REWARD_USER_SEARCH_MAX = 10',
        to: 'REWARD_USER_SEARCH_MAX = 100',
      },
    ],
    red: [[CONSTANTS, 'sounds, steps, and how many of a kind are shown']],
  },
  {
    id: 'redirect-after-connect',
    promise: 'The rewards open two seconds after a wallet is connected.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: 'REDIRECT_AFTER_CONNECT_MS = 2_000',
        to: 'REDIRECT_AFTER_CONNECT_MS = 20_000',
      },
    ],
    red: [[CONSTANTS, 'times']],
  },
  {
    id: 'receipt-poll',
    promise: 'A receipt is asked for every second.',
    source: 'spec: Business constants',
    sabotage: [
      { file: 'contracts/constants.ts', from: 'RECEIPT_POLL_MS = 1_000', to: 'RECEIPT_POLL_MS = 10_000' },
    ],
    red: [
      [CONSTANTS, 'times'],
      [
        'ui/src/lib/wallet/wait-for-receipt.test.ts',
        'a receipt is asked for every 1000 ms until there is one',
      ],
    ],
  },
  {
    id: 'admin-list-poll',
    promise: 'The list of admins is asked for every 30 seconds.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: 'ADMIN_LIST_POLL_MS = 30_000',
        to: 'ADMIN_LIST_POLL_MS = 300_000',
      },
    ],
    red: [[CONSTANTS, 'times']],
  },
  {
    id: 'platforms-refresh',
    promise: 'Platforms are asked for every five minutes.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: 'ALL_PLATFORMS_REFRESH_MS = 5 * 60_000',
        to: 'ALL_PLATFORMS_REFRESH_MS = 50 * 60_000',
      },
    ],
    red: [[CONSTANTS, 'times']],
  },
  {
    id: 'posts-refresh',
    promise: 'The posts of X are asked for every two minutes.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: 'TWITTER_POSTS_REFRESH_MS = 2 * 60_000',
        to: 'TWITTER_POSTS_REFRESH_MS = 20 * 60_000',
      },
    ],
    red: [[CONSTANTS, 'times']],
  },
  {
    id: 'instagram-refresh',
    promise: 'The posts of Instagram are asked for every ten minutes.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: 'INSTAGRAM_POSTS_REFRESH_MS = 10 * 60_000',
        to: 'INSTAGRAM_POSTS_REFRESH_MS = 60_000',
      },
    ],
    red: [[CONSTANTS, 'times']],
  },
  {
    id: 'autoplay-delay',
    promise: 'Music is tried a second after its tracks have come.',
    source: 'spec: Business constants',
    sabotage: [
      { file: 'contracts/constants.ts', from: 'AUTOPLAY_DELAY_MS = 1_000', to: 'AUTOPLAY_DELAY_MS = 100' },
    ],
    red: [
      [CONSTANTS, 'times'],
      ['ui/src/features/player/model/player-state.test.ts', 'the numbers of the player'],
    ],
  },
  {
    id: 'unknown-track',
    promise: 'A track without a file resets after three seconds.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: 'UNKNOWN_TRACK_RESET_MS = 3_000',
        to: 'UNKNOWN_TRACK_RESET_MS = 30_000',
      },
    ],
    red: [[CONSTANTS, 'times']],
  },
  {
    id: 'tracks-fresh',
    promise: 'The tracks are fresh for five minutes.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: 'MUSIC_TRACKS_FRESH_MS = 5 * 60_000',
        to: 'MUSIC_TRACKS_FRESH_MS = 60_000',
      },
    ],
    red: [['ui/src/features/player/model/player-state.test.ts', 'the numbers of the player']],
  },
  {
    id: 'volume-of-the-player',
    promise: 'The player begins at a volume of 0.05.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'musicWidget: 0.05', to: 'musicWidget: 0.5' }],
    red: [
      [
        'ui/src/features/player/model/player-state.test.ts',
        'it begins paused, at the first track, at a volume of 0.05',
      ],
    ],
  },
  {
    id: 'volume-of-the-socials',
    promise: 'The socials page plays at 0.7.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'socialsPage: 0.7', to: 'socialsPage: 1' }],
    red: [[CONSTANTS, 'sounds, steps, and how many of a kind are shown']],
  },
  {
    id: 'volume-step',
    promise: 'The volume goes in steps of a tenth.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'step: 0.1 }', to: 'step: 0.2 }' }],
    red: [['ui/src/features/player/model/player-state.test.ts', 'goes in steps of a tenth']],
  },
  {
    id: 'carousel-steps',
    promise: 'Arrows step 320 and 500 px.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: 'CAROUSEL_STEPS_PX = [320, 500]',
        to: 'CAROUSEL_STEPS_PX = [500, 320]',
      },
    ],
    red: [['ui/src/features/socials/model/carousel.test.ts', 'the steps are 320 and 500 px']],
  },
  {
    id: 'one-notice',
    promise: 'One notice is shown at a time.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'maxVisible: 1', to: 'maxVisible: 3' }],
    red: [
      [CONSTANTS, 'notices and tooltips'],
      [
        'ui/src/lib/toast/toast-store.test.ts',
        'a new toast takes the place of the one before: the welcome bonus is what is seen',
      ],
    ],
  },
  {
    id: 'notice-time',
    promise: 'A notice stands for five seconds.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'durationMs: 5_000', to: 'durationMs: 500' }],
    red: [[CONSTANTS, 'notices and tooltips']],
  },
  {
    id: 'tooltip-delay',
    promise: 'A tooltip opens after 700 ms.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'openDelayMs: 700', to: 'openDelayMs: 70' }],
    red: [
      [CONSTANTS, 'notices and tooltips'],
      [
        'ui/src/components/ui/tooltip-delay.test.ts',
        'the first tooltip waits 700 ms, a neighbour within 300 ms not at all',
      ],
    ],
  },
  {
    id: 'draw-ticks',
    promise: 'The draw shuffles thirty times.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'shuffleTicks: 30', to: 'shuffleTicks: 20' }],
    red: [
      [SHOW, 'the draw spins 30 times 100 ms, pauses 0.5 s, reveals every 1.5 s and is complete after 1 s'],
    ],
  },
  {
    id: 'draw-pause',
    promise: 'The draw pauses half a second before it reveals.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'shufflePauseMs: 500', to: 'shufflePauseMs: 50' }],
    red: [
      [SHOW, 'the draw spins 30 times 100 ms, pauses 0.5 s, reveals every 1.5 s and is complete after 1 s'],
    ],
  },
  {
    id: 'draw-reveals',
    promise: 'The draw reveals a winner every 1.5 seconds.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'adminRevealMs: 1_500', to: 'adminRevealMs: 2_000' }],
    red: [
      [SHOW, 'the draw spins 30 times 100 ms, pauses 0.5 s, reveals every 1.5 s and is complete after 1 s'],
    ],
  },
  {
    id: 'replay-reveals',
    promise: 'The replay reveals a winner every two seconds.',
    source: 'spec: Business constants',
    sabotage: [
      { file: 'contracts/constants.ts', from: 'replayRevealMs: 2_000', to: 'replayRevealMs: 1_500' },
    ],
    red: [[SHOW, 'the replay spins 3 s, reveals every 2 s and is complete 1 s after the last']],
  },
  {
    id: 'replay-spins',
    promise: 'The replay spins for three seconds.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'replaySpinMs: 3_000', to: 'replaySpinMs: 3_500' }],
    red: [[SHOW, 'the replay spins 3 s, reveals every 2 s and is complete 1 s after the last']],
  },
  {
    id: 'draw-completes',
    promise: 'A draw is complete a second after its last winner.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'completeDelayMs: 1_000', to: 'completeDelayMs: 0' }],
    red: [
      [SHOW, 'the draw spins 30 times 100 ms, pauses 0.5 s, reveals every 1.5 s and is complete after 1 s'],
      [SHOW, 'the replay spins 3 s, reveals every 2 s and is complete 1 s after the last'],
    ],
  },
  {
    id: 'placeholder-prizes',
    promise: 'The first prizes are proposed as 500, 300 and 200, the others as 100.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: "placeholderPrizes: ['500', '300', '200']",
        to: "placeholderPrizes: ['500', '200', '300']",
      },
    ],
    red: [['ui/src/features/raffle/model/raffle-form.test.ts', 'placeholders are 500, 300, 200, then 100']],
  },
  {
    id: 'rows-of-the-picture',
    promise: 'The rows of the raffle’s picture are 80 high with 20 between.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'ui/src/features/raffle/model/share-layout.ts',
        from: 'row: 80, spacing: 20',
        to: 'row: 80, spacing: 10',
      },
    ],
    red: [
      [
        'ui/src/features/raffle/model/share-layout.test.ts',
        'rows are 80 high with 20 between; five fit a column, then there are two, then three',
      ],
    ],
  },
  {
    id: 'age-of-an-activity',
    promise: 'An activity is so many hours old under a day, and so many minutes under an hour.',
    source: 'spec: Display',
    sabotage: [
      { file: 'ui/src/lib/format-age.ts', from: 'if (ms < HOUR_MS) return', to: 'if (ms < DAY_MS) return' },
    ],
    red: [['ui/src/lib/format-age.test.ts', '%d ms is %s']],
  },
  {
    id: 'age-of-a-post',
    promise: 'A post that is a week old has a date.',
    source: 'spec: Display',
    sabotage: [
      {
        file: 'ui/src/features/socials/model/post-age.ts',
        from: 'const DATE_HOURS = 168;',
        to: 'const DATE_HOURS = 336;',
      },
    ],
    red: [['ui/src/features/socials/model/post-age.test.ts', 'a post of %d hours is "%s"']],
  },
];
