import type { Sentence } from './sentence.ts';

const screen = 'ui/e2e/raffle.screens.e2e.ts';
const screenForm = 'ui/e2e/raffle-form.screens.e2e.ts';
const form = 'ui/src/features/raffle/model/raffle-form.test.ts';
const show = 'ui/src/features/raffle/model/show.test.ts';
const fields = 'ui/src/features/raffle/components/RaffleForm.test.tsx';
const winnersShown = 'ui/src/features/raffle/components/winners-shown.test.tsx';
const picture = 'ui/src/features/raffle/model/share-layout.test.ts';
const constants = ['ui/e2e/spec-constants.test.ts', 'the draw and its replay'] as const;
const api = 'api/resources/raffles/raffle.int.test.ts';

const refuses = [screenForm, 'the form refuses what cannot be drawn, each with its text'] as const;
const live = [
  screen,
  'a draw as a show: shuffles, reveals, complete; it can be skipped, and closing it changes nothing',
] as const;
const liveTimes = [
  show,
  'the draw spins 30 times 100 ms, pauses 0.5 s, reveals every 1.5 s and is complete after 1 s',
] as const;
const tiered = [
  screen,
  "a tiered raffle from the form to the winners' balances, verified by a visitor and by a winner",
] as const;
const replay = [
  screen,
  'the replay spins, reveals one by one, and closes; older raffles are listed and open',
] as const;
const replayTimes = [
  show,
  'the replay spins 3 s, reveals every 2 s and is complete 1 s after the last',
] as const;
const none = [screen, 'before the first draw there is no raffle'] as const;
const seen = [api, 'everybody sees it: no balances, and no ids but the winners’'] as const;

/** The raffle: its form, its draw, and the page where everybody sees it. */
export const raffles: readonly Sentence[] = [
  [
    'flat: Reward Amount (EVO) and Number of Winners; Use Tiered Rewards has an amount for each place',
    ['Reward Amount (EVO)', 'Number of Winners', 'Use Tiered Rewards', 'Amount for each place'],
    refuses,
  ],
  [
    'the live total counts only entries that parse as numbers',
    ['Total of all prizes', '500.000000000000000001'],
    refuses,
    [form, 'the live total counts only entries that parse as numbers'],
  ],
  [
    'the total has two decimals, whatever the prizes have',
    ['.38', '.00'],
    [fields, 'a flat raffle has one amount that is the same for all, and its total in two decimals'],
    [fields, 'a tiered one has an amount for each place with an example, and no amount for all'],
  ],
  [
    'the first three places have medals: gold, silver and bronze',
    ['text-medal-1', 'text-medal-2', 'text-medal-3', 'gold', 'silver', 'bronze'],
    [winnersShown, 'the first three places have a medal each, and no other place has one'],
    ['ui/src/styles/colours.test.ts', 'the first medal is gold, the second silver, the third bronze'],
  ],
  [
    'turning tiered mode on blanks the amounts, and so does another number of winners',
    ['tiers', 5],
    [form, 'tiered amounts are blank when the mode is turned on, and again when the count changes'],
  ],
  [
    'the number of winners is 1 where it is no number',
    [1, 12],
    [form, 'the number of winners is 1 where it is no number'],
  ],
  [
    'places are 1st, 2nd, 3rd, then Nth',
    ['1st', '2nd', '3rd', '4th', '11th'],
    ['ui/src/features/raffle/model/place.test.ts', 'places are 1st, 2nd, 3rd, then Nth'],
    tiered,
  ],
  [
    'prizes are proposed as 500, 300, 200, then 100',
    [500, 300, 200, 100],
    [form, 'placeholders are 500, 300, 200, then 100'],
    refuses,
    constants,
  ],
  [
    'Start Animated Raffle opens LIVE RAFFLE DRAW: spinning, revealing, complete',
    ['Start Animated Raffle', 'LIVE RAFFLE DRAW', 'spinning', 'revealing', 'complete'],
    live,
    liveTimes,
  ],
  [
    'it shuffles 30 times every 100 ms, five names each, pauses 0.5 s, reveals every 1.5 s, is complete after 1 s',
    [
      'shuffleTicks',
      30,
      'shuffleTickMs',
      100,
      'shufflePauseMs',
      500,
      'adminRevealMs',
      1500,
      'completeDelayMs',
      1000,
      5,
    ],
    constants,
    live,
    [show, 'the wheel shows as many names as there are, five or three'],
  ],
  ['the draw takes as long as it is said', ['spinning', 'revealing', 'complete', 29], liveTimes],
  [
    'after the draw: the winners with prize and claimable rewards, the warning, and a button for all',
    [
      'Raffle Winners',
      'Claimable',
      'Only winners with connected wallets will receive rewards',
      'Send 25 EVO to All Winners',
      'Send Tiered Rewards',
    ],
    live,
    tiered,
  ],
  [
    'of each winner: the place, the wallet or that there is none, the prize, for admins what can be claimed, for all REWARDED',
    ['No wallet connected', 'Claimable', 'Wallet not shown', 'REWARDED'],
    [
      winnersShown,
      'an admin sees of each winner the place, the wallet or that there is none, the prize, and what can be claimed',
    ],
    [
      winnersShown,
      'everybody sees the same of each winner but what is nobody’s business, and who was rewarded',
    ],
  ],
  ['Generate Share Image and Close Raffle Results', ['Generate Share Image', 'Close Raffle Results'], tiered],
  [
    'the picture is a PNG of 1200 by 800; its name has the day of completion',
    [1200, 800, 'evo-raffle-results-2026-03-04.png'],
    tiered,
    [picture, 'the file name has the completion date'],
  ],
  [
    'its rows are 80 high with 20 between',
    [100, 200, 300, 400],
    [picture, 'rows are 80 high with 20 between; five fit a column, then there are two, then three'],
  ],
  ['the public page is the EVO Raffle Center', ['EVO Raffle Center'], none],
  [
    'without a raffle: No Raffle Available, and when to come again',
    ['No Raffle Available', 'Check back later for the next exciting raffle draw!', 404],
    none,
    [api, 'before the first raffle there is none, and its seed is committed'],
  ],
  [
    'the latest results: flat amount or Tiered Rewards, winners with a badge once they are paid',
    ['Latest Raffle Results', '25.00 EVO per winner', 'Tiered Rewards', 'REWARDED'],
    replay,
    tiered,
  ],
  [
    'Replay Raffle Animation reveals one by one and ends with Close Replay',
    ['Replay Raffle Animation', 'Close Replay', 3],
    replay,
  ],
  [
    'the replay spins about 3 s with three names, reveals every 2 s, is complete 1 s after the last',
    ['replaySpinMs', 3000, 'replayRevealMs', 2000, 'replayWheelNames', 3, 'complete'],
    constants,
    replayTimes,
    replay,
  ],
  [
    'GET /api/public/latest-raffle: winners, useTieredRewards, tieredAmounts, flatAmount, totalDistributed',
    [
      '/api/public/latest-raffle',
      'winners',
      'useTieredRewards',
      'tieredAmounts',
      'flatAmount',
      'totalDistributed',
      'username',
      'walletAddress',
    ],
    seen,
    [api, 'the public total is what was really paid'],
  ],
  [
    'a prize is paid once to each winner, however often it is sent',
    ['RewardGranted', 11, 'account_removed'],
    [api, 'paid ten times in parallel: each winner once; the removed one keeps the place and gets nothing'],
  ],
];
