/** A refusal of the API itself, with its status. Domain refusals are `DomainError`s and know no status. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>> | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    more: { headers?: Readonly<Record<string, string>>; fields?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.name = code;
    this.status = status;
    this.code = code;
    this.headers = more.headers ?? {};
    this.fields = more.fields;
  }
}
