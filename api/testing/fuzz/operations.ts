import { z } from 'zod';

/** A JSON Schema as the OpenAPI page writes it: what the fuzzer reads of one. */
export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly format?: string;
};

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
};

/** What an answer of one status must be. */
export type Documented = {
  /** `audio/*` stands for any audio; undefined: nothing is said of a body. */
  readonly contentType: string | undefined;
  /** Undefined where the body is not JSON. */
  readonly schema: z.ZodType | undefined;
};

export type Operation = {
  readonly method: string;
  /** With `{names}` in it. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  /** The type of a body that is not JSON. */
  readonly consumes: string | undefined;
  readonly answers: ReadonlyMap<number, Documented>;
  /** Whether the page says that it may take longer than other calls. */
  readonly isSlow: boolean;
};

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;
type Response = { readonly $ref?: string; readonly content?: Content };
type Page = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PageOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
};
type PageOperation = {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-patience-ms'?: number;
};

export type Api = { readonly operations: readonly Operation[]; readonly error: z.ZodType };

/** Reads the page that the server itself publishes, so that what is checked is what clients are told. */
export async function readOpenApi(url: string): Promise<Api> {
  const response = await fetch(new URL('/api/openapi.json', url));
  // What it holds is checked by what is made of it: a schema that cannot be read throws.
  const page = (await response.json()) as Page;
  const compiled = new Map<string, z.ZodType>();
  const read = (schema: JsonSchema): z.ZodType => {
    const text = JSON.stringify(inlined(schema, page));
    const known = compiled.get(text) ?? z.fromJSONSchema(JSON.parse(text));
    compiled.set(text, known);
    return known;
  };
  const documented = (given: Response): Documented => {
    const { content } = given.$ref === undefined ? given : referred(page.components.responses, given.$ref);
    const [contentType, media] = Object.entries(content ?? {})[0] ?? [];
    const isJson = contentType === 'application/json';
    return { contentType, schema: isJson && media ? read(media.schema) : undefined };
  };
  const operations = Object.entries(page.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const [consumes, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      const answers = Object.entries(operation.responses);
      return {
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters,
        body: consumes === 'application/json' ? media?.schema : undefined,
        consumes: consumes === 'application/json' ? undefined : consumes,
        answers: new Map(answers.map(([status, given]) => [Number(status), documented(given)])),
        isSlow: operation['x-patience-ms'] !== undefined,
      };
    }),
  );
  const { Error: error = {} } = page.components.schemas;
  return { operations, error: read(error) };
}

function inlined(schema: JsonSchema, page: Page): JsonSchema {
  return '$ref' in schema && typeof schema.$ref === 'string'
    ? referred(page.components.schemas, schema.$ref)
    : schema;
}

function referred<Thing>(things: Readonly<Record<string, Thing>>, ref: string): Thing {
  const thing = things[ref.split('/').at(-1) ?? ''];
  if (thing === undefined) throw new Error(`the OpenAPI page has no ${ref}`);
  return thing;
}
