import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultUsername } from './username.ts';
import { isReservedUsername, looksLikeDefaultUsername, usernameSkeleton } from './username-skeleton.ts';

describe('names that look alike', () => {
  test.each([
    ['evo_fox', 'ev0_fox'],
    ['evo_fox', 'EVOFOX'],
    ['Silver', 's1lver'],
    ['illicit', 'I11icit'],
    ['modern', 'modem'],
    ['savvy', 'sawy'],
    ['leet', '1337'],
    ['e_v_o_x', 'evox_'],
  ])('%s and %s are one', (one, other) => expect(usernameSkeleton(one)).toBe(usernameSkeleton(other)));

  test('names that differ in their numbers alone are two', () =>
    fc.assert(
      fc.property(fc.nat(9_999), fc.nat(9_999), (a, b) => {
        fc.pre(a !== b);
        expect(usernameSkeleton(`fox_${a}`)).not.toBe(usernameSkeleton(`fox_${b}`));
      }),
    ));
});

describe('names that speak for the program', () => {
  test.each([
    ...['admin', 'Admin', 'adm1n', '4dm1n', 'a_d_m_i_n', 'ADMIN_', 'admin123', 'the_admin', 'SuperAdmin'],
    ...['EVO_Support', 'supp0rt', 'evo_team', 'EvoTeam7', '0fficial', 'Official_Evo', '0ff1c1al_anna'],
    ...['evo', 'E_V_O', 'ev0', 'evo_1', 'moderator', 'm0d', 'EVO_REWARDS', 'EvoRevvards', 'ev0rewards_hq'],
    ...[
      'root',
      'system',
      'staff',
      '5taff',
      'null',
      'RealEvo',
      'help',
      'airdrop',
      'adrnin'.replace('rn', 'm'),
    ],
    ...['EvoTreasury', 'EvoGiveaway', 'Evo_Airdrop', 'EvoSecurity', 'Evo_Founder', 'evo_ceo', 'EvoStaff'],
    ...[
      'evo_help',
      'EvoService',
      'EvoInfo',
      'TheTeam',
      'the_real_evo',
      'RewardsTeam',
      'reward_bot',
      'EvoDev',
    ],
    ...['evo_owner', 'EvoCrew', 'mods', 'Verified_Evo', 'EvolveTeam', 'undefined', 'everyone', 'unknown'],
    ...['evolve_socials', 'EvolveSocials1', 'Help_Desk', 'he1pdesk_evo', 'the_moderator', 'SuperEvo'],
  ])('%s is refused', (name) => expect(isReservedUsername(name)).toBe(true));

  test.each([
    ...['anna', 'Silver_Fox', 'evo_fox', 'evolution', 'badminton', 'supporter_7', 'modern', 'teammate'],
    ...['helper_bee', 'Nova_Otter_4k', 'name_12', 'someone', 'robot', 'a_name_of_twenty_chs', 'Anna_50'],
  ])('%s is not', (name) => expect(isReservedUsername(name)).toBe(false));
});

describe('names that accounts are opened with', () => {
  test('are looked like by none that can be chosen', () =>
    fc.assert(
      fc.property(fc.uuid(), (userId) => {
        const name = defaultUsername(userId);
        for (const form of [name, name.toUpperCase(), name.replaceAll('0', 'o'), name.replaceAll('1', 'l')]) {
          expect(looksLikeDefaultUsername(form), form).toBe(true);
        }
        expect(looksLikeDefaultUsername(name.replaceAll('5', 's').replace('_', ''))).toBe(true);
      }),
    ));

  test.each(['evo_fox', 'evolution', 'evo_defaced', 'evo_0123'])('%s is none of them', (name) =>
    expect(looksLikeDefaultUsername(name)).toBe(false),
  );
});
