import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { base64Of } from '../proof/base64.ts';
import { cosignaturesOf } from '../proof/cosignature.ts';
import { leafHash } from '../proof/merkle.ts';
import {
  formatNote,
  parseNote,
  parseSignatureLine,
  parseVerifierKey,
  verifierKeyOf,
  verifyNote,
} from '../proof/signed-note.ts';
import { addCheckpointBody, parseAddCheckpoint, parseSize } from './add-checkpoint.ts';
import { serveWitness } from './serve.ts';
import { serveHttp } from './testing/serve-http.ts';
import {
  bodyOf,
  forged,
  genuine,
  LOG,
  LOG_KEY,
  NAME,
  noteOf,
  ORIGIN,
  OWN,
  OWN_KEY,
  seedOf,
} from './testing/two-histories.ts';
import { createWitnesses, type Witnesses } from './testing/witnesses.ts';
import { openWitness, type RunningWitness } from './witness.ts';

let witnesses: Witnesses;
beforeAll(async () => {
  witnesses = await createWitnesses();
});
afterAll(() => witnesses.end());

describe('the words of C2SP tlog-witness', () => {
  test("the standard's example is read, and written again to the byte", () => {
    const body = `old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— example.com/behind-the-sofa opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/V6267UEjw6QUXTS5Rovnzv++qbSzm9Q=
`;
    const request = parseAddCheckpoint(body)!;
    expect(request).toMatchObject({ oldSize: 20852014, checkpoint: { size: 20852163 } });
    expect(request.proof).toHaveLength(4);
    expect(addCheckpointBody(request)).toBe(body);
  });

  const good = bodyOf(genuine, 0, 4);
  test.each([
    ['nothing', ''],
    ['no old size', good.replace('old 0\n', '')],
    ['a leading zero', good.replace('old 0', 'old 00')],
    ['a size that is none', good.replace('old 0', 'old -1')],
    ['a hash of another length', good.replace('old 0\n', 'old 0\nAAAA\n')],
    ['64 hashes', good.replace('old 0\n', `old 0\n${`${base64Of(seedOf(1))}\n`.repeat(64)}`)],
    ['no checkpoint', 'old 0\n\ntext\n\n— a AAAAAAA=\n'],
  ])('%s is no request', async (_, body) => {
    expect(parseAddCheckpoint(body)).toBeUndefined();
    expect(await (await witnesses.open()).add(body)).toMatchObject({ status: 400 });
  });

  test('sizes', () => {
    expect(['0\n', '17\n', '17', '', '-1', '01', '1.5', 'x'].map(parseSize)).toEqual([
      0,
      17,
      17,
      ...Array(5).fill(undefined),
    ]);
  });
});

/** Of which sizes the checkpoints are that stand in a witness's folder as evidence. */
const evidenceIn = async (where: string) =>
  (await readdir(where)).flatMap((name) => /^contradiction-(\d+)-/.exec(name)?.[1] ?? []).sort();

describe('a witness', () => {
  test('cosigns what follows from what it saw, and nothing else', async () => {
    const found: string[] = [];
    const witness = await witnesses.open(witnesses.newFolder(), (why) => found.push(why));
    const add = async (body: string) => {
      const { status, body: said, type } = await witness.add(body);
      return status === 409 ? [status, said, type] : status;
    };
    const size = (n: number) => [409, `${n}\n`, 'text/x.tlog.size'];
    expect(await add(bodyOf(genuine, 0, 6))).toBe(200);
    expect(await add(bodyOf(genuine, 6, 6))).toBe(200);
    expect(await add(bodyOf(genuine, 0, 8))).toEqual(size(6));
    expect(await add(bodyOf(genuine, 4, 6))).toEqual(size(6));
    expect(await add(bodyOf(genuine, 6, 12))).toBe(200);
    // Back, from what it never saw, and with a proof that is another's.
    expect(await add(bodyOf(genuine, 6, 8))).toEqual(size(12));
    expect(await add(bodyOf(genuine, 4, 4).replace('old 4', 'old 12'))).toBe(400);
    expect(found).toEqual([]);
    // Another history of as many events, and of more.
    expect(await add(bodyOf(forged, 12, 12))).toEqual(size(12));
    expect(await add(bodyOf(forged, 12, 16))).toBe(422);
    expect(await add(bodyOf(forged, 12, 16, genuine))).toBe(422);
    expect(found[0]).toBe('two roots of 12 entries: two histories of one log');
    expect(witness.newest()?.size).toBe(12);
    expect(await add(bodyOf(genuine, 12, 20))).toBe(200);
  });

  test('has evidence in two roots of one size, whatever whoever sends them says that it knows', async () => {
    const where = witnesses.newFolder();
    const found: string[] = [];
    const witness = await witnesses.open(where, (why) => found.push(why));
    await witness.add(bodyOf(genuine, 0, 12));
    const size = { status: 409, body: '12\n', type: 'text/x.tlog.size' };
    // The one that it has itself is none.
    expect(await witness.add(bodyOf(genuine, 4, 12))).toEqual(size);
    expect(found).toEqual([]);
    expect(await witness.add(bodyOf(forged, 4, 12))).toEqual(size);
    expect(found).toEqual(['two roots of 12 entries: two histories of one log']);
    const [evidence = ''] = (await readdir(where)).filter((name) => name.startsWith('contradiction-12-'));
    const shown = await readFile(join(where, evidence), 'utf8');
    for (const list of [genuine, forged]) expect(shown).toContain(noteOf(list, 12).text);
  });

  test('keeps nothing of a false proof for the very checkpoint that it has cosigned', async () => {
    const where = witnesses.newFolder();
    const found: string[] = [];
    const witness = await witnesses.open(where, (why) => found.push(why));
    await witness.add(bodyOf(genuine, 0, 12));
    const body = addCheckpointBody({ oldSize: 12, proof: [seedOf(1)], note: noteOf(genuine, 12) });
    expect((await witness.add(body)).status).toBe(422);
    expect(await evidenceIn(where)).toEqual([]);
    expect(found).toEqual([]);
  });

  test('lets go of what a false proof seemed to show once it has cosigned that very checkpoint', async () => {
    const where = witnesses.newFolder();
    const witness = await witnesses.open(where);
    await witness.add(bodyOf(genuine, 0, 12));
    await witness.add(bodyOf(forged, 12, 14));
    // Anybody can send what the log has signed, and a proof that leads nowhere.
    const body = addCheckpointBody({ oldSize: 12, proof: [seedOf(1)], note: noteOf(genuine, 16) });
    expect((await witness.add(body)).status).toBe(422);
    expect(await evidenceIn(where)).toEqual(['14', '16']);
    expect((await witness.add(bodyOf(genuine, 12, 16))).status).toBe(200);
    // The other history stays one.
    expect(await evidenceIn(where)).toEqual(['14']);
  });

  test('keeps of a contradiction what the log has signed, and no line of whoever sent it', async () => {
    const where = witnesses.newFolder();
    const witness = await witnesses.open(where);
    await witness.add(bodyOf(genuine, 0, 12));
    const { text, signatures } = noteOf(forged, 12);
    const added = { name: 'added.example', keyId: LOG.keyId, signature: new Uint8Array(40_000) };
    const note = { text, signatures: [added, ...signatures, ...signatures] };
    expect((await witness.add(addCheckpointBody({ oldSize: 12, proof: [], note }))).status).toBe(409);
    const [name = ''] = (await readdir(where)).filter((one) => one.startsWith('contradiction-'));
    const shown = await readFile(join(where, name), 'utf8');
    expect(shown).not.toContain('added.example');
    // It can be read again, and verified by anybody.
    const kept = parseNote(shown.slice(shown.lastIndexOf(`${ORIGIN}\n12`)))!;
    expect(kept).toEqual({ text, signatures });
    expect(verifyNote(kept, [LOG])).toEqual([LOG]);
  });

  test('knows its log by origin and key', async () => {
    const witness = await witnesses.open();
    const status = async (note: ReturnType<typeof noteOf>) =>
      (await witness.add(addCheckpointBody({ oldSize: 0, proof: [], note }))).status;
    expect(await status(noteOf(genuine, 4, seedOf(1), 'other.example/ledger'))).toBe(404);
    expect(await status(noteOf(genuine, 4, seedOf(3)))).toBe(403);
    expect(
      (await witness.add(bodyOf(genuine, 0, 4).replace('old 0\n', `old 0\n${base64Of(seedOf(1))}\n`))).status,
    ).toBe(422);
    expect(witness.newest()).toBeUndefined();
    expect(await status(noteOf(genuine, 4))).toBe(200);
  });

  test('is of one log: what it has seen of one is no history of another', async () => {
    const where = witnesses.newFolder();
    const options = { folder: where, name: NAME, seed: seedOf(2), now: () => 1_800_000_000_000 };
    const keyOf = (origin: string, seed: number) =>
      parseVerifierKey(verifierKeyOf(origin, ed25519.getPublicKey(seedOf(seed))))!;
    const another = keyOf('other.example/ledger', 1);
    await expect(openWitness({ ...options, logKeys: [LOG, another] })).rejects.toThrow('are two ledgers');
    // A log may have more than one key.
    const first = await openWitness({ ...options, logKeys: [LOG, keyOf(ORIGIN, 3)] });
    await first.add(bodyOf(genuine, 0, 8));
    await first.close();
    await expect(openWitness({ ...options, logKeys: [another] })).rejects.toThrow(
      `is of ${ORIGIN}, and not of other.example/ledger`,
    );
    // Nobody is kept from it by who was refused.
    expect((await witnesses.open(where)).newest()?.size).toBe(8);
  });

  test('cosigns nothing newer of a key that was replaced before the newest was signed, also after a restart', async () => {
    const folder = witnesses.newFolder();
    const second = parseVerifierKey(verifierKeyOf(ORIGIN, ed25519.getPublicKey(seedOf(3))))!;
    const options = { folder, name: NAME, seed: seedOf(2), now: () => 1_800_000_000_000 };
    const signedBy = (seed: number, from: number, size: number) => {
      const { oldSize, proof } = parseAddCheckpoint(bodyOf(genuine, from, size))!;
      return addCheckpointBody({ oldSize, proof, note: noteOf(genuine, size, seedOf(seed)) });
    };
    const first = await openWitness({ ...options, logKeys: [LOG, second] });
    expect((await first.add(signedBy(1, 0, 4))).status).toBe(200);
    expect((await first.add(signedBy(3, 4, 8))).status).toBe(200);
    const refused = { status: 403, body: expect.stringContaining('was replaced') };
    expect(await first.add(signedBy(1, 8, 12))).toMatchObject(refused);
    // Who is late with a seal of before is told what is known here, and has no reason to be alarmed.
    expect(await first.add(signedBy(1, 4, 6))).toMatchObject({ status: 409, body: '8\n' });
    await first.close();
    const again = await openWitness({ ...options, logKeys: [LOG, second] });
    expect(await again.add(signedBy(1, 8, 12))).toMatchObject(refused);
    expect((await again.add(signedBy(3, 8, 12))).status).toBe(200);
    await again.close();
    // Its key is no longer among those that are known: any of them comes after it.
    const without = await openWitness({ ...options, logKeys: [LOG] });
    expect((await without.add(signedBy(1, 12, 16))).status).toBe(200);
    await without.close();
  });

  test('keeps what it saw, and what shows two histories, through a restart', async () => {
    const where = witnesses.newFolder();
    const first = await witnesses.open(where);
    await first.add(bodyOf(genuine, 0, 12));
    await expect(witnesses.open(where)).rejects.toThrow('is in use by');
    await first.add(bodyOf(forged, 12, 12));
    await first.add(bodyOf(forged, 12, 16));
    await witnesses.close(first);
    const second = await witnesses.open(where);
    expect(second.newest()?.size).toBe(12);
    expect(cosignaturesOf(second.newest()!.note, [OWN])).toMatchObject([{ at: 1_800_000_000 }]);
    expect((await second.add(bodyOf(forged, 12, 12))).status).toBe(409);
    const files = (await readdir(where)).filter((name) => name.startsWith('contradiction-12-'));
    expect(files).toHaveLength(1);
    const evidence = await readFile(join(where, files[0]!), 'utf8');
    for (const list of [genuine, forged]) expect(evidence).toContain(noteOf(list, 12).text);
    // The one that goes on is another's.
    const longer = (await readdir(where)).filter((name) => name.startsWith('contradiction-16-'));
    expect(longer).toHaveLength(1);
    const shown = await readFile(join(where, longer[0]!), 'utf8');
    for (const { text } of [noteOf(genuine, 12), noteOf(forged, 16)]) expect(shown).toContain(text);
    await witnesses.close(second);
    // A witness that does not know what it saw does not start as if it had seen nothing.
    const kept = await readFile(join(where, 'checkpoint'), 'utf8');
    for (const damaged of ['', kept.slice(0, -20), kept.replace('\n12\n', '\n11\n')]) {
      await writeFile(join(where, 'checkpoint'), damaged);
      await expect(witnesses.open(where)).rejects.toThrow('does not know what it has seen');
    }
  });

  test('keeps of a checkpoint what its log has signed, whatever whoever sent it has added, and starts again', async () => {
    const { text, signatures } = noteOf(genuine, 8);
    const [own] = signatures;
    const added = { name: 'added.example', keyId: LOG.keyId, signature: new Uint8Array(64) };
    const long = { ...added, signature: new Uint8Array(48_000) };
    const kinds = [Array(63).fill(added), Array(63).fill(own), Array(63).fill(own).with(7, added), [long]];
    for (const more of kinds) {
      const where = witnesses.newFolder();
      const note = { text, signatures: [...more, ...signatures] };
      const first = await witnesses.open(where);
      expect((await first.add(addCheckpointBody({ oldSize: 0, proof: [], note }))).status).toBe(200);
      await witnesses.close(first);
      const { note: kept } = (await witnesses.open(where)).newest()!;
      expect(kept.signatures.map(({ name }) => name)).toEqual([ORIGIN, NAME]);
      expect(verifyNote(kept, [LOG])).toEqual([LOG]);
    }
  });

  test('whose clock was put back signs at no earlier time than before, also after a restart', async () => {
    const folder = witnesses.newFolder();
    let now = 1_800_000_000_000;
    const options = { folder, name: NAME, seed: seedOf(2), logKeys: [LOG], now: () => now };
    const signedAt = async (witness: RunningWitness, from: number, size: number) => {
      const { body } = await witness.add(bodyOf(genuine, from, size));
      const signatures = [parseSignatureLine(body.trimEnd())!];
      return cosignaturesOf({ text: noteOf(genuine, size).text, signatures }, [OWN])[0]?.at;
    };
    const first = await openWitness(options);
    expect(await signedAt(first, 0, 4)).toBe(1_800_000_000);
    now -= 3_600_000;
    expect(await signedAt(first, 4, 8)).toBe(1_800_000_000);
    await first.close();
    const second = await openWitness(options);
    expect(await signedAt(second, 8, 12)).toBe(1_800_000_000);
    now += 3_601_000;
    expect(await signedAt(second, 12, 16)).toBe(1_800_000_001);
    await second.close();
  });

  test('cosigns nothing that it cannot keep, and goes on once it can', async () => {
    const where = witnesses.newFolder();
    const witness = await witnesses.open(where);
    const faults: unknown[] = [];
    const server = await serveWitness(witness, {
      port: 0,
      host: '127.0.0.1',
      onError: (error) => faults.push(error),
    });
    const add = async () => {
      const answer = await fetch(`${server.url}/add-checkpoint`, {
        method: 'POST',
        body: bodyOf(genuine, 0, 8),
      });
      return [answer.status, (await answer.text()).includes(NAME)];
    };
    // Something else stands where it writes.
    await mkdir(join(where, 'checkpoint.new'));
    try {
      expect(await add()).toEqual([500, false]);
      expect(faults).toHaveLength(1);
      expect(witness.newest()).toBeUndefined();
      await rmdir(join(where, 'checkpoint.new'));
      expect(await add()).toEqual([200, true]);
    } finally {
      await server.stop();
    }
  });

  test('of two histories that come at the same moment it cosigns one', async () => {
    const witness = await witnesses.open();
    const answers = await Promise.all(
      [genuine, forged, genuine, forged].map((list) => witness.add(bodyOf(list, 0, 8))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('the command line', () => {
  const MAIN = new URL('./main.ts', import.meta.url).pathname;
  const OF_LOG = ['--log', LOG_KEY, '--name', NAME];
  const OF_ANOTHER = verifierKeyOf('other.example/ledger', ed25519.getPublicKey(seedOf(1)));

  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  /** A process with what it has said so far, of both kinds. */
  function start(...args: string[]) {
    const child = spawn(process.execPath, [MAIN, ...args]);
    children.push(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
    return { child, said: () => said, ended: once(child, 'close').then(([code]: unknown[]) => code) };
  }

  test.each([
    ['no log', '--log and --name are needed', ['--name', NAME]],
    ['no name', '--log and --name are needed', OF_LOG.slice(0, 2)],
    ['what is no key', 'nobody is no verifier key', ['--log', 'nobody', '--name', NAME]],
    ['the key of a witness', `${OWN_KEY} is no verifier key`, ['--log', OWN_KEY, '--name', NAME]],
    ['two ledgers', 'are two ledgers', [...OF_LOG, '--log', OF_ANOTHER, '--port', '0']],
    ['no port', "--port is a whole number from 0 to 65535, not '65536'", [...OF_LOG, '--port', '65536']],
    ['no address', '--follow is the address', [...OF_LOG, '--port', '0', '--follow', 'rewards.example']],
    [
      'no time',
      "--every is a whole number from 1 to 86400, not '0'",
      [...OF_LOG, '--port', '0', '--every', '0'],
    ],
  ])('is told of %s, and runs no half of what was asked for', async (_, why, args) => {
    const { said, ended } = start(...args, '--data', witnesses.newFolder());
    // Of what was typed well, the keys say that they do not fit.
    expect(await ended).toBe(why === 'are two ledgers' ? 1 : 2);
    expect(said()).toContain(why);
    expect(said()).not.toContain('witness w.example');
  });

  test('does not start where its key is left without what it has seen', async () => {
    const data = witnesses.newFolder();
    const args = [...OF_LOG, '--data', data, '--port', '0'];
    // Once more where it was asked for nothing.
    for (let round = 0; round < 2; round++) {
      const { child, said, ended } = start(...args);
      await expect.poll(said, { timeout: 60_000 }).toMatch(/\nat http/);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
    await rm(join(data, 'checkpoint'));
    const { said, ended } = start(...args);
    expect(await ended).toBe(1);
    expect(said()).toContain(`${join(data, 'checkpoint')} is gone, and with it what ${NAME} has seen`);
  });

  test('follows a log until it is told to stop, and goes on with what it has seen', async () => {
    let size = 8;
    const leaves = () => Buffer.concat(genuine.slice(0, size).map((entry) => leafHash(entry)));
    await using server = await serveHttp(({ url }, response) =>
      response.end(url === '/log/checkpoint' ? formatNote(noteOf(genuine, size)) : leaves()),
    );
    const log = `${server.url}/log/`;
    const data = witnesses.newFolder();
    const keys: (string | undefined)[] = [];
    for (const isFirst of [true, false]) {
      const follow = isFirst ? ['--follow', log, '--every', '1'] : [];
      const { child, said, ended } = start(...OF_LOG, '--data', data, '--port', '0', ...follow);
      const announced = /witness (\S+)\nat (\S+)/;
      await expect.poll(said, { timeout: 60_000 }).toMatch(announced);
      if (isFirst) {
        await expect.poll(said, { timeout: 60_000 }).toContain('cosigned 8 events');
        size = 12;
        await expect.poll(said, { timeout: 60_000 }).toContain('cosigned 12 events');
      }
      const [, key, url] = announced.exec(said()) ?? [];
      keys.push(key);
      expect(await (await fetch(url ?? '')).text()).toBe(`${key}\n`);
      const shown = parseNote(await (await fetch(`${url}/checkpoint`)).text());
      expect(shown?.text).toBe(noteOf(genuine, 12).text);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
    expect(keys[0]).toBe(keys[1]);
  });
});
