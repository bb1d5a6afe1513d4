import { expect, test } from 'vitest';
import { beginsAsAudio } from './audio-form.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['ID3', 'ID3\x04\0\0\0\0\0\0\0\0'],
  ['a frame of MP3', '\xff\xfb\x90\x64\0\0'],
  ['ADTS', '\xff\xf1\x50\x80'],
  ['Ogg', 'OggS\0\x02'],
  ['FLAC', 'fLaC\0\0\0\x22'],
  ['WAV', 'RIFF\x24\0\0\0WAVEfmt '],
  ['AIFF', 'FORM\0\0\0\x20AIFFCOMM'],
  ['MP4', '\0\0\0\x20ftypM4A '],
  ['WebM', '\x1aE\xdf\xa3\x01'],
  ['MIDI', 'MThd\0\0\0\x06'],
])('%s is sound', (_name, start) => expect(beginsAsAudio(bytes(start))).toBe(true));

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a page behind spaces', ' \n<html>'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">'],
  ['XML', '<?xml version="1.0"?>'],
  ['a script', 'alert(document.cookie)'],
  ['a ZIP', 'PK\x03\x04'],
  ['a program', '\x7fELF\x02\x01\x01'],
  ['another program', 'MZ\x90\0'],
  ['a PDF', '%PDF-1.7'],
  ['a picture', '\x89PNG\r\n\x1a\n'],
  ['a GIF', 'GIF89a'],
  ['a WebP', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['a text of UTF-16', '\xff\xfe<\0h\0'],
  ['a shell script', '#!/bin/sh\n'],
])('%s is none', (_name, start) => expect(beginsAsAudio(bytes(start))).toBe(false));
