/** What is said of a field of a request where its own schema has no words for what is wrong. `field` comes quoted. */
export const requestTexts = {
  whole: 'The request',
  missing: (field: string) => `${field} is missing`,
  otherType: (field: string, type: string) => `${field} has to be ${type}`,
  types: {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  } as Readonly<Record<string, string>>,
  empty: (field: string) => `${field} is empty`,
  tooFew: (field: string, least: number, ofWhat: string) => `${field} has fewer than ${least} ${ofWhat}`,
  tooMany: (field: string, most: number, ofWhat: string) => `${field} has more than ${most} ${ofWhat}`,
  tooSmall: (field: string, least: string) => `${field} has to be ${least} or more`,
  tooLarge: (field: string, most: string) => `${field} has to be ${most} or less`,
  noId: (field: string) => `${field} is no id: it has to be a UUID`,
  oneOf: (field: string, values: readonly string[]) =>
    values.length === 1
      ? `${field} can only be ${values[0]}`
      : `${field} has to be one of ${values.join(', ')}`,
  unknownFields: (fields: readonly string[]) => `Nothing called ${fields.join(', ')} is asked for here`,
  otherForm: (field: string) => `${field} does not have the form that is asked for`,
} as const;
