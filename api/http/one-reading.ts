import { gatherAlike } from '../../projector/gather.ts';
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
  const tell = async (question: Question, askers: number) => {
    const answer = await read(question);
    if (askers > 1) toldToMany(answer);
    return answer;
  };
  return async (question) => {
    const name = nameOf(question);
    const line = lines.get(name) ?? {
      askers: 0,
      read: gatherAlike((askers) => tell(question, askers), WAITING),
    };
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

/** For one question. One more who waits costs a few hundred bytes and no work. */
const WAITING = { most: 10_000, maxWaiting: 10_000 };

type Line<Answer> = { askers: number; readonly read: () => Promise<Answer> };
