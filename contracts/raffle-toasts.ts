/** Notices of the raffle screens beyond the catalogue, apart from those of the admin: visitors load these. */
export const raffleToasts = {
  raffleDrawn: { title: 'Raffle Drawn' },
  raffleWaits: { title: 'Raffle Waits for Its Round' },
  rewardsSent: { title: 'Rewards Sent' },
  imageSaved: { title: 'Image Saved' },
  imageFailed: { title: 'No Image', description: 'The image could not be made in this browser.' },
} as const;
