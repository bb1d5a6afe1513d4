import { isDefaultUsernameForm } from './username.ts';

/**
 * What a name looks like at a glance. Names are ASCII, so this is the ASCII part of the Unicode confusables
 * (https://www.unicode.org/Public/security/latest/confusables.txt: `0 O`, `1 I l`, `rn m`, `vv w`), the digits that
 * people write for letters, no case, and no separators. No two digits stand for one letter, so names that differ in
 * their numbers alone stay apart.
 */
export function usernameSkeleton(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[01345789i_]/g, (one) => LOOKS_LIKE[one] ?? '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** `_` looks like nothing at all. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  i: 'l',
};

/** Words that speak for the program wherever they stand in a name. */
const ANYWHERE = ['admin', 'moderator', 'official', 'support', 'evorewards', 'evolvesocials', 'helpdesk'];
/** Words that contain one of those and speak for nobody. */
const HARMLESS = ['badminton', 'supporter'];
/** Words that speak for the program where a name has no others. */
const ALONE = [
  'evo',
  'evolve',
  'reward',
  'rewards',
  'team',
  'staff',
  'mod',
  'mods',
  'crew',
  'help',
  'system',
  'root',
  'security',
  'owner',
  'founder',
  'ceo',
  'dev',
  'bot',
  'info',
  'service',
  'treasury',
  'airdrop',
  'giveaway',
  'verified',
  'the',
  'real',
  'super',
  'null',
  'undefined',
  'everyone',
  'unknown',
];

const skeletons = (words: readonly string[]) => words.map(usernameSkeleton).join('|');
const speaksAnywhere = new RegExp(skeletons(ANYWHERE));
const speaksAlone = new RegExp(`^(?:${skeletons(ALONE)})+$`);
const harmless = new RegExp(skeletons(HARMLESS), 'g');

/** Whether a name would be taken for the program, its admins or those who help with it. */
export function isReservedUsername(name: string): boolean {
  return [name, name.replace(/\d+$/, '')].some((form) => {
    const skeleton = usernameSkeleton(form);
    return speaksAnywhere.test(skeleton.replaceAll(harmless, '')) || speaksAlone.test(skeleton);
  });
}

/** Whether a name is, or looks like, one that accounts are opened with; those belong to their accounts. */
export function looksLikeDefaultUsername(name: string): boolean {
  return isDefaultUsernameForm(name) || DEFAULT_SKELETON.test(usernameSkeleton(name));
}

/** `evo` and 10 or 16 hex digits as they look; `l`, `o`, `s`, `t` and `g` are digits. */
const DEFAULT_SKELETON = /^evo(?:[abcdefglost26]{10}|[abcdefglost26]{16})$/;
