/** What stands between a person and a claim, and what to do about it. */
export const claimTexts = {
  identityTitle: 'One step before your first claim',
  identityWhy: 'Prove one identity, so that a farm of wallets earns nothing. Your rewards wait for you.',
  verifyEmail: 'Verify your email',
  connectPlatform: 'Connect X, Instagram or YouTube',
  heldTitle: 'Your claims are held',
  heldWhy:
    'Claims of this account are held while the program looks at it. Your rewards stay yours; the support of the site can tell you more.',
  welcomeWaits:
    "Today's welcome bonuses are all given out. Yours is granted when you sign in on another day with room for it.",
} as const;
