import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isEventStoreUrl } from '../ledger/event-store-url.ts';
import { BASE, composeModel, NODES, PROGRAMS } from './compose-model.ts';
import { projectFile } from './project-file.ts';

describe('the cluster', () => {
  const { services, secrets } = composeModel(BASE, 'compose.cluster.yml');
  const of = (name: string) => services[name] ?? expect.fail(name);
  const script = of('certificates').command?.join('\n') ?? '';
  /** The volumes that the generator of certificates writes, by what it puts there. */
  const written = Object.fromEntries(
    of('certificates').volumes.map(({ source, target }) => [target, source]),
  );
  const seers = (source: string | undefined) =>
    Object.entries(services)
      .filter(([, { volumes }]) => volumes.some((one) => one.source === source))
      .map(([name]) => name);

  test('the generator alone sees the key that every certificate is trusted by', () => {
    expect(script).toContain('-out /authority');
    expect(seers(written['/authority'])).toEqual(['certificates']);
    const uses = script.split('\n').filter((line) => line.includes('ca.key'));
    expect(uses.map((line) => line.trim())).toEqual([
      '-ca-certificate /authority/ca.crt -ca-key /authority/ca.key \\',
    ]);
    expect(of('certificates').network_mode).toBe('none');
    expect(script).toContain('umask 077');
  });

  test('each node gets its own key and no other one, and nobody else can read it', () => {
    for (const name of NODES) {
      expect(of(name).volumes).toEqual([
        { source: written['/ca'], target: '/etc/eventstore/certs/ca', mode: 'ro' },
        { source: written[`/${name}`], target: '/etc/eventstore/certs/node', mode: 'ro' },
        { source: `${name}-data`, target: '/var/lib/eventstore', mode: 'rw' },
        { source: `${name}-logs`, target: '/var/log/eventstore', mode: 'rw' },
      ]);
      expect(seers(written[`/${name}`])).toEqual([...['certificates', name].toSorted()]);
    }
    expect(new Set(Object.values(written)).size).toBe(Object.values(written).length);
    expect(script).toContain('chmod 0400 /es$$n/node.crt /es$$n/node.key');
    for (const name of PROGRAMS) {
      expect(of(name).volumes).toContainEqual({ source: written['/ca'], target: '/certs/ca', mode: 'ro' });
    }
  });

  test("a node's certificate, which is good for a year, is made anew before it ends, and no other one is", () => {
    const folder = mkdtempSync(join(tmpdir(), 'evo-certificates-'));
    const at = (...path: string[]) => join(folder, ...path);
    try {
      for (const name of ['bin', 'authority', 'ca', ...NODES]) mkdirSync(at(name));
      const program = (name: string, lines: string) =>
        writeFileSync(at('bin', name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
      program('chown', '');
      program(
        'es-gencert-cli',
        `echo "$*" >> ${at('calls')}
        kind=\${1#create-}
        while [ "$1" != -out ]; do shift; done
        touch "$2/$kind.crt" "$2/$kind.key"`,
      );
      const here = script
        .replaceAll('$$', '$')
        .replaceAll(/(?<=[ "])\/(?=authority|ca\b|es\$n)/g, `${folder}/`);
      const run = () => {
        rmSync(at('calls'), { force: true });
        // Whoever runs this need not be root, as the generator is.
        if (existsSync(at('ca/ca.crt'))) chmodSync(at('ca/ca.crt'), 0o644);
        execFileSync('bash', ['-c', here], { env: { PATH: `${at('bin')}:${process.env.PATH}` } });
        const calls = existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : [];
        return calls.map((call) => /-dns-names localhost,(\w+)/.exec(call)?.[1] ?? call.split(' ')[0]);
      };
      expect(run()).toEqual(['create-ca', ...NODES]);
      expect(run()).toEqual([]);
      chmodSync(at('es2'), 0o700);
      const made = Date.now() / 1_000 - 250 * 86_400;
      for (const name of ['node.crt', 'node.key']) utimesSync(at('es2', name), made, made);
      expect(run()).toEqual(['es2']);
      expect(run()).toEqual([]);
    } finally {
      for (const node of NODES) if (existsSync(at(node))) chmodSync(at(node), 0o700);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('each node calls itself, to clients and to the others, by a name that its certificate has', () => {
    expect(script).toContain('-dns-names localhost,es$$n');
    for (const name of NODES) {
      const { environment } = of(name);
      expect(environment.EVENTSTORE_NODE_HOST_ADVERTISE_AS).toBe(name);
      expect(environment.EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS).toBe(name);
      const others = NODES.filter((node) => node !== name).map((node) => `${node}:2113`);
      expect(environment.EVENTSTORE_GOSSIP_SEED).toBe(others.join());
    }
  });

  test('the passwords are of this deployment, and the programs take their address from a file alone', () => {
    expect(projectFile('compose.cluster.yml')).not.toContain('changeit');
    for (const name of NODES) {
      for (const user of ['admin', 'ops']) {
        expect(of(name).secrets).toContain(`eventstore-${user}-password`);
        expect(of(name).entrypoint?.join('\n')).toContain(
          `PASSWORD=$$(cat /run/secrets/eventstore-${user}-password)`,
        );
      }
    }
    for (const name of PROGRAMS) {
      expect(of(name).environment).toMatchObject({
        EVENTSTORE_URL: '',
        EVENTSTORE_URL_FILE: '/run/secrets/eventstore-url',
      });
      expect(of(name).depends_on).not.toHaveProperty('eventstore');
    }
    expect(secrets['eventstore-url']?.file).toContain('/eventstore-url');
    const told = /esdb:\S+/.exec(projectFile('compose.cluster.yml'))?.[0] ?? '';
    expect(isEventStoreUrl(told.replace('…', 'password'))).toBe(true);
    for (const node of NODES) expect(told).toContain(`${node}:2113`);
  });
});
