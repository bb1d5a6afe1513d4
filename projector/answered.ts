/** A question whose answer is looked at later, or never, should another fail before: its own failure is not lost by that. */
export function answered<Answer>(question: Promise<Answer>): Promise<Answer> {
  question.catch(() => undefined);
  return question;
}
