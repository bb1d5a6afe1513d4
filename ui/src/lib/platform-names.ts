import type { Platform } from '../../../contracts/constants.ts';

export const platformNames: Readonly<Record<Platform, string>> = {
  twitter: 'X',
  instagram: 'Instagram',
  youtube: 'YouTube',
};
