import { expect, test } from 'vitest';
import { pathOf } from './request-path.ts';

test.each([
  ['/livez', '/livez'],
  ['/livez?from=balancer#top', '/livez'],
  ['http://rewards.example/livez', '/livez'],
  ['HTTPS://rewards.example:8443/api/session?x=/y', '/api/session'],
  ['http://rewards.example', '/'],
  ['http://rewards.example?x=1', '/'],
  ['//rewards.example/livez', '//rewards.example/livez'],
  ['/redirect/http://rewards.example/livez', '/redirect/http://rewards.example/livez'],
  ['*', '*'],
  [undefined, '/'],
])('the path of the target %s is %s, however the request spells it', (target, path) => {
  expect(pathOf(target)).toBe(path);
});
