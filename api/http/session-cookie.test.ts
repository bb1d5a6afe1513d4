import { expect, test } from 'vitest';
import { namesSession, sessionTokens } from './session-cookie.ts';

const token = (letter: string) => letter.repeat(43);
const [A, B] = [token('a'), token('b')];

test.each([
  ['nothing', '', [], []],
  ['one', `evo_session=${A}`, [], [A]],
  ['one between others', `x=1; evo_session=${A};y="2"`, [], [A]],
  ['one in quotes', `evo_session="${A}"`, [], [A]],
  [
    'several, in their order and once each',
    `evo_session=${B}; evo_session=${A}; evo_session=${B}`,
    [],
    [B, A],
  ],
  ['what nobody else can plant apart', `evo_session=${B}; __Host-evo_session=${A}`, [A], [B]],
  ['only what a token may be', `evo_session=x; evo_session=${A}a; evo_session=; evo_session`, [], []],
  ['no other name', `xevo_session=${A}; evo_session2=${B}; EVO_SESSION=${A}`, [], []],
])('the cookies of a request name sessions: %s', (_, header, bound, open) => {
  expect(sessionTokens(header)).toEqual({ bound, open });
});

test('no request has more than a few sessions looked for', () => {
  const many = Array.from({ length: 100 }, (_, n) => `evo_session=${String(n).padStart(43, '0')}`);
  expect(sessionTokens(many.join('; ')).open).toHaveLength(20);
});

test('who sends any cookie of a session may have one', () => {
  expect(namesSession('a=1; b=2')).toBe(false);
  expect(namesSession('evo_session=ended-long-ago')).toBe(true);
  expect(namesSession('a=1; __Host-evo_session=x')).toBe(true);
});
