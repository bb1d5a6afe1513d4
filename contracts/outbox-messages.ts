/** The page that shows the mails of a local trial. */
export const outboxTexts = {
  title: 'Mails of this trial',
  note: 'They were delivered to nobody. Each is shown as its reader would see it; nothing in it can run or be fetched.',
  list: 'Mails',
  mail: 'Mail',
  none: 'No mail was sent yet',
  noneNext: 'Sign up with an email address, and the mail stands here.',
  gone: 'This mail is not kept any more',
  from: 'From',
  to: 'To',
  at: 'Received',
  noSubject: 'No subject',
  plain: 'Plain text of this mail',
  refresh: 'Look again',
  back: 'To the site',
} as const;
