import { atMoment } from '../at-moment.ts';
import { serverTime } from '../server-time.ts';
import { untilNewDay } from './until-new-day.ts';

/**
 * For a page that stays open over midnight: looks whether there is a new day, to be checked in say. What came of a look is
 * not asked: the server may have been too busy with all who look at midnight, and then the later looks are the only ones.
 * @returns what gives it up
 */
export function lookForNewDay(isDone: boolean, look: () => void): () => void {
  const wait = (): (() => void) =>
    atMoment(Date.now() + untilNewDay(serverTime.now(), isDone), () => {
      stop = wait();
      look();
    });
  let stop = wait();
  return () => stop();
}
