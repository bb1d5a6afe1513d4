import type * as z from 'zod/mini';
import { requestTexts as texts } from '../../../contracts/request-messages.ts';

/** Names that a request made up are as long as it likes, and as many. */
const NAME_LENGTH = 60;
const NAMED = 3;

const quoted = (name: string): string => `“${name.slice(0, NAME_LENGTH)}”`;

/**
 * What is wrong with a field, for a person: the validator's own words speak of types and patterns. Only asked where the
 * schema says nothing of its own.
 */
export function faultInWords(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? [];
  const field = path.length === 0 ? texts.whole : quoted(path.map(String).join('.'));
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return texts.missing(field);
      return inTypes(field, issue.expected);
    case 'too_small':
      if (!isCounted(issue.origin)) return texts.tooSmall(field, String(issue.minimum));
      if (lengthOf(issue.input) === 0) return texts.empty(field);
      return texts.tooFew(field, Number(issue.minimum), unitOf(issue.input));
    case 'too_big':
      if (!isCounted(issue.origin)) return texts.tooLarge(field, String(issue.maximum));
      // A bound of a length is looked at though the type is wrong already.
      return texts.tooMany(field, Number(issue.maximum), unitOf(issue.input));
    case 'invalid_value':
      return texts.oneOf(field, issue.values.map(String));
    case 'invalid_format':
      return issue.format === 'uuid' ? texts.noId(field) : texts.otherForm(field);
    case 'unrecognized_keys':
      return texts.unknownFields(issue.keys.slice(0, NAMED).map(quoted));
    default:
      return texts.otherForm(field);
  }
}

function inTypes(field: string, expected: string): string {
  const type = texts.types[expected];
  return type === undefined ? texts.otherForm(field) : texts.otherType(field, type);
}

const isCounted = (origin: string): boolean => origin === 'string' || origin === 'array';
const unitOf = (input: unknown): string => (Array.isArray(input) ? 'entries' : 'characters');
const lengthOf = (input: unknown): number | undefined =>
  Array.isArray(input) || typeof input === 'string' ? input.length : undefined;
