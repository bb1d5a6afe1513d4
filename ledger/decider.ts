/**
 * The write side of one stream (Chassaing's decider): `evolve` folds its events into the state that decisions
 * need, `decide` says which events a command causes, or throws a `DomainError`. Both are pure: time, randomness
 * and actor arrive in the command.
 */
export type Decider<State, Command, Event> = {
  readonly initialState: State;
  readonly decide: (command: Command, state: State) => readonly Event[];
  readonly evolve: (state: State, event: Event) => State;
  /**
   * Raised whenever `evolve` or the form of the state changes: what was kept of long streams under another version is
   * thrown away. Without one nothing is kept.
   */
  readonly snapshotVersion?: number;
  /**
   * True where the commands of many people meet in one stream: those that wait for their turn at the same time are appended
   * together. The position that each is answered with is then that of the last event of all of them. A right that such
   * a stream is written under has no `onAppended`.
   */
  readonly isMeetingPlace?: true;
};
