import { gather } from '../../projector/gather.ts';
import { toldToMany } from './written-json.ts';

/**
 * Those who ask the same in the same moment are told by one reading, as the panels of all admins ask after each act, and the
 * pages of all who wait for a draw. It began after each of them had asked; whoever asks later has another. Nothing is kept.
 * What is read is the answer as it is sent, which so is written once for all of them.
 * @param nameOf tells one question from another, and whatever decides what may be told
 */
export function oneReading<Question, Answer extends object>(
  nameOf: (question: Question) => string,
  read: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const lines = new Map<string, Line<Answer>>();
  return async (question) => {
    const name = nameOf(question);
    const line = lines.get(name) ?? { askers: 0, read: toldTogether(() => read(question)) };
    lines.set(name, line);
    line.askers += 1;
    try {
      return await line.read();
    } finally {
      line.askers -= 1;
      if (line.askers === 0) lines.delete(name);
    }
  };
}

/** Of one question. One more who waits costs a few hundred bytes and no work. */
const MOST_WAITING = 10_000;

type Line<Answer> = { askers: number; readonly read: () => Promise<Answer> };

function toldTogether<Answer extends object>(read: () => Promise<Answer>): () => Promise<Answer> {
  const reading = gather(
    async (askers: readonly undefined[]) => {
      // A failure is told as an answer, or it would be asked once more for each of them what is the same question.
      const [outcome] = await Promise.allSettled([read()]);
      if (askers.length > 1 && outcome.status === 'fulfilled') toldToMany(outcome.value);
      return askers.map(() => outcome);
    },
    { most: MOST_WAITING, maxWaiting: MOST_WAITING },
  );
  return async () => {
    const outcome = await reading(undefined);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}
