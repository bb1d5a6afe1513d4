/** What was looked at, and what to do where it is not well. A `warn` keeps nobody from serving. */
export type Finding = {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fault';
  readonly text: string;
};
