import type pg from 'pg';
import type { Database } from './database.ts';

/** A question whose answer is looked at later, or never, should another fail before: its own failure is not lost by that. */
export function answered<Answer>(question: Promise<Answer>): Promise<Answer> {
  question.catch(() => undefined);
  return question;
}

export type TellingTheFirst = Database & {
  /** @throws what failed first of all that was asked, if it is known by now that anything has */
  check(): void;
};

/** What is asked goes out behind what was asked before: the first that fails is why all that come after it do. */
export function tellingTheFirst(db: Database): TellingTheFirst {
  let failure: { readonly error: unknown } | undefined;
  return {
    query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      db.query<Row>(text, values).catch((error: unknown) => {
        failure ??= { error };
        throw failure.error;
      }),
    check() {
      if (failure) throw failure.error;
    },
  };
}
