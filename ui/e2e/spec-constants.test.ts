import { expect, test } from 'vitest';
import * as constants from '../../contracts/constants.ts';
import { referralTier } from '../../contracts/referral-tier.ts';
import { shortenAddress } from '../../contracts/wallet-address.ts';

/** The numbers of the product, written out once more: a change of one of them has to be meant. */

test('rewards of tasks and connections', () => {
  expect(constants.TASK_REWARDS).toEqual({
    twitter: { follow: '50', like: '25', retweet: '35' },
    instagram: { follow: '75' },
    youtube: { subscribe: '100' },
  });
  expect(constants.SOCIAL_CONNECTION_REWARDS).toEqual({ twitter: '50', instagram: '75', youtube: '100' });
});

test('rewards of an email', () => {
  expect([
    constants.EMAIL_SIGNUP_REWARD,
    constants.EMAIL_VERIFICATION_REWARD,
    constants.EMAIL_VERIFIED_TOTAL,
  ]).toEqual(['2', '3', '5']);
});

test('rewards for joining and for friends', () => {
  expect([
    constants.WELCOME_BONUS,
    constants.REFERRAL_REWARD,
    constants.REFERRAL_FRIEND_BONUS,
    constants.REFERRAL_WEEKLY_BONUS,
  ]).toEqual(['100', '200', '100', '50']);
  expect(constants.REFERRAL_COMMISSION_PERCENT).toBe(10n);
  expect(constants.REFERRAL_TIERS).toEqual(['Bronze', 'Silver', 'Gold', 'Diamond']);
});

test('rewards of check-ins', () => {
  expect([constants.STREAK_DAY_REWARD, constants.STREAK_WEEK_REWARD]).toEqual(['1', '5']);
});

test('bounds of what is granted and drawn, and of what waits', () => {
  expect([constants.MAX_GRANT, constants.MAX_ACCOUNT_TOTAL]).toEqual(['1000000', '1000000000']);
  expect(constants.REWARD_REQUEST_LIFE_MS).toBe(7 * 24 * 3_600_000);
  expect(constants.REFERRAL_FRIENDS_A_DOMAIN).toBe(3);
  expect(constants.RAFFLE.maxWinners).toBe(500);
});

test('tiers of referrals', () => {
  expect([0, 9, 10, 12, 30, 99, 100].map((count) => referralTier(count))).toEqual([
    { tier: 'Bronze', next: { tier: 'Silver', needed: 10 } },
    { tier: 'Bronze', next: { tier: 'Silver', needed: 1 } },
    { tier: 'Silver', next: { tier: 'Gold', needed: 20 } },
    { tier: 'Silver', next: { tier: 'Gold', needed: 18 } },
    { tier: 'Gold', next: { tier: 'Diamond', needed: 70 } },
    { tier: 'Gold', next: { tier: 'Diamond', needed: 1 } },
    { tier: 'Diamond', next: null },
  ]);
});

test('decimals of each place', () => {
  expect(constants.DECIMALS).toEqual({
    walletBalance: 4,
    claimButton: 2,
    appRewards: 8,
    pendingBalance: 8,
    trackerLine: 8,
    raffleTotal: 2,
    leaderboardTotal: 0,
  });
});

test('shortened addresses', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  expect(shortenAddress(address)).toBe('0x7099…79C8');
  expect(shortenAddress(address, 8, 6)).toBe('0x709979…dc79C8');
  expect(shortenAddress(`0x${'ab'.repeat(32)}`, 12, 8)).toBe('0xababababab…abababab');
});

test('limits of texts', () => {
  expect([constants.TASK_TWEET_TEXT_MAX, constants.POST_TEXT_MAX]).toEqual([50, 200]);
});

test('times', () => {
  expect([
    constants.RECEIPT_POLL_MS,
    constants.REDIRECT_AFTER_CONNECT_MS,
    constants.TWITTER_POSTS_REFRESH_MS,
  ]).toEqual([1_000, 2_000, 120_000]);
  expect([
    constants.ALL_PLATFORMS_REFRESH_MS,
    constants.INSTAGRAM_POSTS_REFRESH_MS,
    constants.ADMIN_LIST_POLL_MS,
    constants.AUTOPLAY_DELAY_MS,
    constants.UNKNOWN_TRACK_RESET_MS,
  ]).toEqual([300_000, 600_000, 30_000, 1_000, 3_000]);
});

test('sounds, steps, and how many of a kind are shown', () => {
  expect(constants.VOLUME).toEqual({ musicWidget: 0.05, socialsPage: 0.7, step: 0.1 });
  expect(constants.CAROUSEL_STEPS_PX).toEqual([320, 500]);
  expect([constants.POSTS_PER_PLATFORM, constants.REWARD_USER_SEARCH_MAX]).toEqual([2, 10]);
});

test('the draw and its replay', () => {
  expect(constants.RAFFLE).toMatchObject({
    shuffleTicks: 30,
    shuffleTickMs: 100,
    shuffleNames: 5,
    shufflePauseMs: 500,
    adminRevealMs: 1_500,
    replayRevealMs: 2_000,
    completeDelayMs: 1_000,
    replaySpinMs: 3_000,
    replayWheelNames: 3,
    placeholderPrizes: ['500', '300', '200'],
    placeholderPrizeAfter: '100',
  });
});

test('notices and tooltips', () => {
  expect(constants.TOAST).toEqual({
    maxVisible: 1,
    durationMs: 5_000,
    removeAfterDismissMs: 1_000_000,
    swipeThresholdPx: 50,
    hotkey: 'F8',
    maxWidthPx: 420,
  });
  expect(constants.TOOLTIP).toEqual({ openDelayMs: 700, skipDelayMs: 300 });
});

test('the network and the forms of names', () => {
  expect([constants.CHAIN_ID, Number(constants.CHAIN_ID_HEX)]).toEqual([0xd60, 0xd60]);
  expect(constants.NATIVE_CURRENCY).toEqual({ name: 'EVO', symbol: 'EVO', decimals: 18 });
  expect([constants.USERNAME_MIN, constants.USERNAME_MAX, constants.WALLET_ADDRESS_LENGTH]).toEqual([
    3, 20, 42,
  ]);
});
