import type { AllPlatforms } from '../../../../../contracts/api/socials.ts';
import { platformNames } from '../../../../../contracts/shell-messages.ts';

export type ShownPlatform = keyof AllPlatforms['platforms'];

/** In the order of the page, as people call them. */
export const SHOWN_PLATFORMS: readonly { readonly id: ShownPlatform; readonly name: string }[] = [
  { id: 'twitter', name: platformNames.twitter },
  { id: 'instagram', name: platformNames.instagram },
  { id: 'tiktok', name: 'TikTok' },
  { id: 'youtube', name: platformNames.youtube },
];
