import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { composeModel } from './compose-model.ts';

const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/** Node's flags, of the command that starts a program for long. */
const flagsIn = (command: string): string[] => command.match(/--[\w-]+(?:=\w+)?/g) ?? [];

const { scripts } = JSON.parse(file('package.json'));
const { services } = composeModel('docker-compose.yml');
const line = (text: string, word: string) => text.split('\n').find((one) => one.includes(word)) ?? '';

test('the program has the same memory to make garbage in, and as many threads to clear it as processors, however it is started', () => {
  const flags = flagsIn(scripts.start);
  expect(flags).toEqual(['--max-semi-space-size=16', '--v8-pool-size=0']);
  expect({
    image: flagsIn(line(file('Dockerfile'), 'CMD ')),
    'compose, api': flagsIn(String(services.api?.command)),
    'compose, projector': flagsIn(String(services.projector?.command)),
    'kubernetes, api': flagsIn(line(file('deploy/kubernetes/api.yaml'), 'api/main.ts')),
    'kubernetes, projector': flagsIn(line(file('deploy/kubernetes/projector.yaml'), 'projector/main.ts')),
  }).toEqual({
    image: flags,
    'compose, api': flags,
    'compose, projector': flags,
    'kubernetes, api': flags,
    'kubernetes, projector': flags,
  });
});
