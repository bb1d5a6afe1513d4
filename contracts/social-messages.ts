/** What the server says of a platform and its tasks. `name` is the platform's. */
export const socialTexts = {
  connected: (name: string, handle: string) => `${name} has confirmed @${handle}`,
  connectedByDemo: (name: string) =>
    `Connected by the demo verifier of this local trial. ${name} was not asked.`,
  alreadyConnected: (name: string, handle: string) => `@${handle} is already connected on ${name}`,
  notAskable: (name: string) =>
    `This site has no access to ${name} yet, so nobody can confirm the handle. It is remembered and pays nothing.`,
  authorize: (name: string) => `Continue on ${name}. It pays once ${name} has confirmed the account.`,
  sendCode: (name: string, code: string, account: string) =>
    `Send the message ${code} to @${account} on ${name} within 15 minutes.`,
  codeIsOver: (name: string) => `The code for ${name} is no longer good. Press Confirm to get another one.`,
  verified: (name: string, task: string, reward: string) => `${name} ${task} verified: +${reward} EVO`,
  verifiedByDemo: (name: string, task: string, reward: string) =>
    `Accepted by the demo verifier of this local trial (${name} was not asked): ${task}, +${reward} EVO`,
  notDone: (name: string, task: string) =>
    `${name} does not show it yet. Please complete the ${task} task and try again.`,
  noPost: 'There is no post for this task at the moment. Please try again later.',
  cannotVerify: (name: string) =>
    `This site has no access to ${name} yet, so the task cannot be verified and nothing is paid.`,
  signInAgain: (name: string) => `${name} no longer lets us ask for you. Please connect ${name} again.`,
  refused: (name: string) => `${name} did not allow the question. Please try again later.`,
  limited: (name: string) => `${name} may not be asked more often at the moment. Please try again later.`,
  unavailable: (name: string) => `${name} gave no answer. Please try again in a moment.`,
} as const;
