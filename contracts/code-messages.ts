/** Why a code that a user has sent to the program's account on a platform connects nothing. */
export const codeTexts = {
  late: 'It came when its 15 minutes were over',
} as const;
