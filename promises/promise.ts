import type { NamedTest } from '../scripts/named-test.ts';

/** A change of the code: `from` stands exactly once in the file, which is named from the top of the project. */
export type Change = { readonly file: string; readonly from: string; readonly to: string };

/**
 * What the product promises, and a small change of the code that breaks it. A test that holds the promise fails with
 * the change and passes without; a promise whose tests stay green with the change is held by nothing.
 */
export type ProductPromise = {
  readonly id: string;
  /** One sentence that a user, an admin or an auditor would understand. */
  readonly promise: string;
  /** Where the promise is made: 'threat 13', 'invariant I3', 'spec: Business constants', 'README: settings'. */
  readonly source: string;
  /** Made together; the changed program still compiles and starts. */
  readonly sabotage: readonly Change[];
  /** Each of these tests must fail with the change. Names are as the file has them, blanks (`%s`) included. */
  readonly red: readonly NamedTest[];
  /** Where the tests run on a ledger in memory, too, which does not have the changed code: on the real node alone. */
  readonly on?: 'embedded node';
};
