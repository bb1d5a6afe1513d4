import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consistencyProof } from '../proof/consistency.ts';
import { cosign, cosignaturesOf } from '../proof/cosignature.ts';
import { leafHash } from '../proof/merkle.ts';
import { formatNote, parseNote, signatureLine } from '../proof/signed-note.ts';
import { readOnceSent } from '../testing/read-once-sent.ts';
import { MAX_REQUEST_BYTES } from './add-checkpoint.ts';
import { askWitness } from './ask-witness.ts';
import { lookAtLog } from './follow-log.ts';
import { serveWitness } from './serve.ts';
import { serveHttp } from './testing/serve-http.ts';
import { bodyOf, forged, genuine, NAME, nodesOf, noteOf, OWN, seedOf } from './testing/two-histories.ts';
import { createWitnesses, type Witnesses } from './testing/witnesses.ts';

let witnesses: Witnesses;
beforeAll(async () => {
  witnesses = await createWitnesses();
});
afterAll(() => witnesses.end());

describe('a log that asks', () => {
  const question = (list: readonly Uint8Array[], size: number, oldSize = 0) => ({
    note: noteOf(list, size),
    size,
    oldSize,
    proofFrom: async (from: number) => consistencyProof(from, size, nodesOf(list)),
  });

  test('learns the size that a witness has, and is told when its history is another', async () => {
    const witness = await witnesses.open();
    const server = await serveWitness(witness, { port: 0, host: '127.0.0.1', onError: () => undefined });
    const to = { key: OWN, url: server.url };
    try {
      expect(await askWitness(to, question(genuine, 6))).toMatchObject({
        kind: 'cosigned',
        at: 1_800_000_000,
      });
      // It has forgotten that it asked.
      expect(await askWitness(to, question(genuine, 12))).toMatchObject({ kind: 'cosigned' });
      expect(await askWitness(to, question(genuine, 12))).toMatchObject({ kind: 'cosigned' });
      expect(await askWitness(to, question(genuine, 8))).toEqual({ kind: 'knows', size: 12 });
      expect(await askWitness(to, question(forged, 12))).toMatchObject({
        kind: 'refused',
        detail: expect.stringContaining('another history'),
      });
      expect(await askWitness(to, question(forged, 16))).toMatchObject({ kind: 'refused' });
      const shown = parseNote(await (await fetch(`${server.url}/checkpoint`)).text())!;
      expect(cosignaturesOf(shown, [OWN])).toHaveLength(1);
      expect(await (await fetch(server.url)).text()).toBe(`${witness.verifierKey}\n`);
      expect((await fetch(`${server.url}/checkpoint`, { method: 'HEAD' })).status).toBe(200);
      const statusOf = async (bytes: number) =>
        (await fetch(`${server.url}/add-checkpoint`, { method: 'POST', body: 'x'.repeat(bytes) })).status;
      expect(await statusOf(MAX_REQUEST_BYTES)).toBe(400);
      expect(await statusOf(MAX_REQUEST_BYTES + 1)).toBe(413);
      const told = await readOnceSent(
        Number(new URL(server.url).port),
        ['POST /add-checkpoint HTTP/1.1', 'Host: witness'],
        'GET / HTTP/1.1\r\nHost: witness\r\nConnection: close\r\n\r\n',
      );
      expect(told.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['413', '200']);
      expect((await fetch(`${server.url}/add-checkpoint`)).status).toBe(405);
      expect((await fetch(`${server.url}/elsewhere`)).status).toBe(404);
    } finally {
      await server.stop();
    }
    expect(await askWitness(to, question(genuine, 12))).toMatchObject({ kind: 'silent' });
  });

  test('is refused, not called silent, when it shows less than was cosigned', async () => {
    const witness = await witnesses.open();
    await witness.add(bodyOf(genuine, 0, 12));
    await using server = await serveHttp((_, response) => response.end(formatNote(noteOf(genuine, 8))));
    expect(await lookAtLog(witness, server.url)).toEqual({
      kind: 'refused',
      why: 'it shows 8 entries, and 12 were cosigned',
    });
    expect(witness.newest()?.size).toBe(12);
  });

  test('and is another one than it was steers no terminal with its name', async () => {
    const witness = await witnesses.open();
    const note = formatNote(noteOf(genuine, 8, seedOf(1), 'w\u009b2J\u202e.example'));
    await using server = await serveHttp((_, response) => response.end(note));
    expect(await lookAtLog(witness, server.url)).toEqual({
      kind: 'refused',
      why: '404: the log w\\u009b2J\\u202e.example is not known here',
    });
  });

  test('and is looked at in the same moment gets its cosignature, and no false alarm', async () => {
    let asks: () => Promise<number>;
    const leaves = Buffer.concat(genuine.slice(0, 8).map((entry) => leafHash(entry)));
    let moment: 'checkpoint' | 'tile';
    await using server = await serveHttp(async (request, response) => {
      const isCheckpoint = request.url === '/checkpoint';
      if (isCheckpoint === (moment === 'checkpoint')) expect(await asks()).toBe(200);
      response.end(isCheckpoint ? formatNote(noteOf(genuine, 8)) : leaves);
    });
    for (moment of ['checkpoint', 'tile'] as const) {
      const witness = await witnesses.open();
      await witness.add(bodyOf(genuine, 0, 4));
      asks = async () => (await witness.add(bodyOf(genuine, 4, 12))).status;
      expect(await lookAtLog(witness, server.url), moment).toEqual({ kind: 'unchanged', size: 12 });
      expect(witness.newest()?.size).toBe(12);
      // What shows less from then on is another matter.
      asks = async () => 200;
      expect(await lookAtLog(witness, server.url)).toMatchObject({ kind: 'refused' });
    }
    const fresh = await witnesses.open();
    expect(await lookAtLog(fresh, server.url)).toEqual({ kind: 'cosigned', size: 8 });
  });

  test('is read from a tile that has grown whole since its checkpoint, and from no tile that is not there', async () => {
    const whole = Buffer.concat(genuine.map((entry) => leafHash(entry)));
    let tiles: readonly string[] = ['/tile/0/000'];
    await using server = await serveHttp((request, response) => {
      const url = request.url ?? '';
      if (url === '/checkpoint') return response.end(formatNote(noteOf(genuine, 8)));
      return tiles.includes(url) ? response.end(whole) : response.writeHead(404).end();
    });
    const witness = await witnesses.open();
    await witness.add(bodyOf(genuine, 0, 4));
    expect(await lookAtLog(witness, server.url)).toEqual({ kind: 'cosigned', size: 8 });
    tiles = [];
    const another = await witnesses.open();
    await another.add(bodyOf(genuine, 0, 4));
    expect(await lookAtLog(another, server.url)).toEqual({
      kind: 'silent',
      why: 'the tile 0/000.p/8 is not there',
    });
  });

  test('believes no answer that is slow, endless, false or odd', async () => {
    let answer: RequestListener = () => undefined;
    await using server = await serveHttp((request, response) => {
      request.resume();
      answer(request, response);
    });
    const to = { key: OWN, url: server.url };
    const ask = (timeout = 10_000) => askWitness(to, question(genuine, 6), { timeout });
    const says = (status: number, body: string, type = 'text/plain') => {
      answer = (_, response) => response.writeHead(status, { 'content-type': type }).end(body);
    };
    expect(await ask(300)).toEqual({ kind: 'silent', detail: 'no answer in 300 ms' });
    says(200, 'x'.repeat(20_000));
    expect(await ask()).toEqual({ kind: 'silent', detail: 'an answer that is too large' });
    const { text } = noteOf(genuine, 6);
    says(200, signatureLine(cosign(text.replace('6', '7'), NAME, seedOf(2), 1)));
    expect(await ask()).toEqual({ kind: 'refused', detail: 'its answer holds no cosignature by its key' });
    says(200, signatureLine(cosign(text, NAME, seedOf(3), 1)));
    expect(await ask()).toMatchObject({ kind: 'refused' });
    // Lines of others do not stand in the way of its own.
    says(
      200,
      signatureLine(cosign(text, 'w2', seedOf(3), 1)) + signatureLine(cosign(text, NAME, seedOf(2), 5)),
    );
    expect(await ask()).toMatchObject({ kind: 'cosigned', at: 5 });
    let size = 0;
    answer = (_, response) => {
      size = (size + 1) % 6;
      response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(`${size}\n`);
    };
    expect(await ask()).toEqual({ kind: 'silent', detail: 'it names another size each time' });
    says(409, 'no size');
    expect(await ask()).toMatchObject({ kind: 'refused' });
    says(404, '');
    expect(await ask()).toEqual({ kind: 'refused', detail: 'it does not know this ledger (404)' });
    says(403, '');
    expect(await ask()).toMatchObject({ kind: 'refused' });
    says(302, '');
    expect(await ask()).toEqual({ kind: 'refused', detail: 'it answers 302' });
    for (const status of [429, 503]) {
      says(status, '');
      expect(await ask()).toEqual({ kind: 'silent', detail: `it answers ${status}` });
    }
    // The same for a witness that looks at a log.
    says(200, 'no checkpoint');
    expect(await lookAtLog(await witnesses.open(), to.url)).toEqual({
      kind: 'silent',
      why: 'it gives no checkpoint',
    });
  });
});
