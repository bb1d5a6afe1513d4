import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { musicTexts } from '../../contracts/admin-messages.ts';
import { MUSIC_CATALOGUE } from '../../contracts/music-catalogue.ts';
import { createPool } from '../../projector/database.ts';
import { openAsSuperAdmin, openTab } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';
import { tone } from './tone.ts';

const stage = setStage(async () => ({ MUSIC_MAX_BYTES: '1000000' }));
const path = '/admin?tab=music';

const audio = (name: string, buffer = tone(0.5), mimeType = 'audio/wav') => ({ name, mimeType, buffer });
const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no music') };
const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem');
const row = (page: Page, name: string) => chosen(page).filter({ hasText: name });
const tracks = (page: Page) => page.getByRole('list', { name: 'Tracks', exact: true }).getByRole('listitem');
const select = (page: Page, files: ReturnType<typeof audio>[]) =>
  page.getByLabel('Select audio files').setInputFiles(files);
const uploadAll = (page: Page) => page.getByRole('button', { name: 'Upload All' }).click();

test('files are chosen, each with its status, and uploaded; a track plays, and is removed', async () => {
  const { page, faults } = await openAsSuperAdmin(stage);
  await openTab(page, 'Music');
  await page.getByText('No music yet').waitFor();
  const known = page.getByRole('list', { name: 'Known tracks' }).getByRole('listitem');
  await expect.poll(() => known.count()).toBe(5);
  for (const [at, { title, path }] of MUSIC_CATALOGUE.entries()) {
    expect(await known.nth(at).textContent()).toBe(`${title}${path}Missing`);
  }
  expect(await page.getByLabel('Select audio files').getAttribute('accept')).toBe('audio/*');

  await select(page, [
    audio('night_drive.wav'),
    text,
    audio('the-evolution.mp3', tone(0.5), 'audio/mpeg'),
    audio('unwanted.wav'),
    audio('huge.wav', Buffer.alloc(1_000_001)),
  ]);
  const refused = page.getByRole('alert').filter({ hasText: 'notes.txt' });
  await expect
    .poll(() => refused.getByRole('listitem').allTextContents())
    .toEqual([`notes.txt: ${musicTexts.notAudio}`, `huge.wav: ${musicTexts.tooLarge(1_000_000)}`]);
  await page.getByRole('button', { name: 'Dismiss the refused files' }).click();
  await refused.waitFor({ state: 'detached' });
  await expect.poll(() => chosen(page).count()).toBe(3);
  for (const item of await chosen(page).all()) await item.getByText('Pending').waitFor();
  await page.getByRole('button', { name: 'Remove unwanted.wav' }).click();
  await row(page, 'unwanted.wav').waitFor({ state: 'detached' });
  await page.getByLabel('Artist of night_drive.wav').fill('The Drivers');

  // The second one is held up: what stands before it is done, and it is on its way.
  const release = Promise.withResolvers<void>();
  let puts = 0;
  await page.route('**/api/music/uploads/**', async (route) => {
    puts += 1;
    if (puts === 2) await release.promise;
    await route.continue();
  });
  await uploadAll(page);
  await row(page, 'night_drive.wav').getByText('Uploaded').waitFor();
  await row(page, 'the-evolution.mp3').getByText('Uploading').waitFor();
  await row(page, 'the-evolution.mp3').getByRole('progressbar').waitFor();
  // Another tab is no reason to stop.
  await openTab(page, 'Admin Actions');
  await page.getByText('Live Sync').waitFor();
  release.resolve();
  await expectNotice(page, 'Upload Successful', musicTexts.addedMany(2));
  await openTab(page, 'Music');
  await row(page, 'the-evolution.mp3').getByText('Uploaded').waitFor();

  await expect.poll(() => tracks(page).count()).toBe(2);
  await tracks(page).first().getByText('The Evolution').waitFor();
  await known.first().getByText('Uploaded').waitFor();
  const drive = tracks(page).filter({ hasText: 'Night Drive' });
  await drive.getByText('The Drivers').waitFor();
  await drive.getByText('night_drive.wav').waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await chosen(page).first().waitFor({ state: 'detached' });

  const player = drive.getByLabel('Listen to Night Drive');
  const heard = await player.evaluate(async (element) => {
    if (!(element instanceof HTMLAudioElement)) throw new Error('this is no player');
    const answer = await fetch(element.src, { headers: { range: 'bytes=0-3' } });
    element.muted = true;
    await element.play();
    return { status: answer.status, starts: await answer.text(), seconds: element.duration };
  });
  expect(heard).toEqual({ status: 206, starts: 'RIFF', seconds: 0.5 });

  await drive.getByRole('button', { name: 'Remove Night Drive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Track' });
  await dialog.getByText('night_drive.wav').waitFor();
  await dialog.getByRole('button', { name: 'Remove Track' }).click();
  await expectNotice(page, 'Track Removed', musicTexts.removed('Night Drive'));
  await expect.poll(() => tracks(page).count()).toBe(1);

  await openTab(page, 'Activity History');
  const history = page.getByRole('region', { name: 'Acts of admins' }).getByRole('listitem');
  await expect
    .poll(() => history.locator('p').allTextContents())
    .toEqual(
      expect.arrayContaining([
        'Removed the track Night Drive by The Drivers',
        'Added the track The Evolution by EVO',
        'Added the track Night Drive by The Drivers',
      ]),
    );
  await history.filter({ hasText: 'Removed the track' }).getByText('Track removed').waitFor();
  expect(faults).toEqual([]);
});

test('an upload without an address, and one that is refused, say so; another try goes through', async () => {
  const { page } = await openAsSuperAdmin(stage, { path });
  await select(page, [audio('first.wav')]);
  const refusal = { status: 409, json: { error: 'Refused', message: 'No room today', requestId: 'x' } };
  await page.route('**/api/music/upload', (route) => route.fulfill(refusal));
  await uploadAll(page);
  await expectNotice(page, 'Upload Failed', 'first.wav: No room today');
  await row(page, 'first.wav').getByText('Failed').waitFor();
  await row(page, 'first.wav').getByText('No room today').waitFor();
  await page.unroute('**/api/music/upload');

  await page.route('**/api/music/uploads/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Retry first.wav' }).click();
  await expectNotice(page, 'Upload Failed', 'The server could not be reached');
  await page.unroute('**/api/music/uploads/**');

  await page.getByRole('button', { name: 'Retry first.wav' }).click();
  await expectNotice(page, 'Upload Successful', musicTexts.added('First'));
  await tracks(page).filter({ hasText: 'first.wav' }).waitFor();

  await select(page, [audio('first.wav', tone(1))]);
  await page.getByText('Replaces the track whose file has this name.').waitFor();
  await page.getByLabel('Title of first.wav').fill('');
  await uploadAll(page);
  await expectNotice(page, 'Upload Failed', musicTexts.nameInvalid);
});

test('whoever uploads by keyboard goes on at the upload once it is done, and so does who has read what was refused', async () => {
  const { page } = await openAsSuperAdmin(stage, { path });
  await select(page, [audio('keys.wav'), text]);
  const focused = () =>
    page.evaluate(() => {
      const here = document.activeElement;
      const title = document.getElementById(here?.getAttribute('aria-labelledby') ?? '');
      return title?.textContent ?? here?.closest('label')?.textContent ?? here?.tagName;
    });
  await page.getByRole('button', { name: 'Dismiss the refused files' }).press('Enter');
  await page.getByRole('alert').filter({ hasText: 'notes.txt' }).waitFor({ state: 'detached' });
  expect(await focused()).toBe('Select audio files');

  await page.getByRole('button', { name: 'Upload All' }).press('Enter');
  await expectNotice(page, 'Upload Successful', musicTexts.added('Keys'));
  await expect.poll(focused).toBe('Upload Music');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused()).toBe('Select audio files');
});

test('tracks that cannot be fetched say so, and are asked for again', async () => {
  const { page } = await openAsSuperAdmin(stage, {
    path,
    prepare: (page) =>
      page.route('**/api/admin/music', (route) => route.fulfill({ status: 500, body: 'broken' })),
  });
  await page.getByText('Failed to fetch music tracks').waitFor();
  await page.unroute('**/api/admin/music');
  await page.getByRole('button', { name: 'Retry loading the music tracks' }).click();
  await page.getByText('Failed to fetch music tracks').waitFor({ state: 'detached' });
});

test('files are dropped as well as selected', async () => {
  const { page } = await openAsSuperAdmin(stage, { path });
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'], 'dropped.mp3', { type: 'audio/mpeg' }));
    transfer.items.add(new File(['x'], 'dropped.pdf', { type: 'application/pdf' }));
    return transfer;
  });
  await page.getByText('or drop them here').dispatchEvent('drop', { dataTransfer: dropped });
  await row(page, 'dropped.mp3').getByText('Pending').waitFor();
  await page.getByRole('alert').getByText(`dropped.pdf: ${musicTexts.notAudio}`).waitFor();
});

test('progress is what has left; leaving meanwhile is asked about, and a cancel leaves nothing behind', async () => {
  const { page } = await openAsSuperAdmin(stage, { path });
  const pool = createPool(stage.app.databaseUrl, { maxConnections: 1 });
  try {
    const kept = async () => {
      const { rows } = await pool.query("select from music.files where filename = 'slow.wav'");
      return rows.length;
    };
    const network = await page.context().newCDPSession(page);
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
    await network.send('Network.emulateNetworkConditions', conditions);
    await select(page, [audio('slow.wav', tone(120))]);
    await uploadAll(page);
    const bar = row(page, 'slow.wav').getByRole('progressbar');
    const progress = async () => Number(await bar.getAttribute('aria-valuenow'));
    await expect.poll(progress, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(await progress()).toBeLessThan(1);
    expect(await kept()).toBe(1);

    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await page.getByRole('button', { name: 'Cancel slow.wav' }).click();
    await row(page, 'slow.wav').waitFor({ state: 'detached' });
    await expect.poll(kept, { timeout: 30_000 }).toBe(0);
  } finally {
    await pool.end();
  }
});

test('axe finds nothing in any look', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { path, width: 360 });
  await page.getByRole('list', { name: 'Known tracks' }).waitFor();
  // Of tabs that do not all fit, the chosen one is seen.
  const tab = await page.getByRole('tab', { name: 'Music' }).boundingBox();
  expect(tab && tab.x >= 0 && tab.x + tab.width <= 360).toBe(true);
  await page.route('**/api/music/upload', (route) => {
    const body: unknown = route.request().postDataJSON();
    const isBad = Reflect.get(Object(body), 'filename') === 'bad.wav';
    const json = { error: 'Refused', message: 'There is no room for this one', requestId: 'x' };
    return isBad ? route.fulfill({ status: 409, json }) : route.continue();
  });
  await select(page, [audio('bad.wav'), audio('look.wav')]);
  await uploadAll(page);
  await row(page, 'bad.wav').getByText('Failed').waitFor();
  await row(page, 'look.wav').getByText('Uploaded').waitFor();
  await select(page, [
    audio('a_new_song_with_a_rather_long_name_that_has_to_break.wav'),
    audio('evo-anthem.mp3'),
    text,
  ]);
  await tracks(page).filter({ hasText: 'look.wav' }).waitFor();
  await expectSoundInAllLooks(page, 'music');
  await tracks(page)
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('dialog', { name: 'Remove Track' }).waitFor();
  await expectSoundInAllLooks(page, 'remove a track');
  expect(faults).toEqual([]);
});
