/** Where traces go: a collector that speaks OTLP over HTTP. */
export type TracingConfig = {
  /** Of OTEL_EXPORTER_OTLP_ENDPOINT, to which `/v1/traces` is added. */
  readonly endpoint: string;
  /** That every export carries; a key, for example. */
  readonly headers: Readonly<Record<string, string>>;
};

const HEADER = /^\s*([\w-]+)\s*=\s*([^,]*?)\s*$/;

export const HEADERS_FAULT = 'must be name=value, with commas between them';

/**
 * `name=value,name=value`, the values percent-encoded.
 * @returns undefined where it is anything else
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/#specifying-headers-via-environment-variables
 */
export function parseHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, name, value] = HEADER.exec(part) ?? [];
    if (name === undefined || value === undefined) return undefined;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return undefined;
    }
  }
  return headers;
}

/** Undefined: nobody collects traces. */
export function tracingOf(
  endpoint: string | undefined,
  headers: string | undefined,
): TracingConfig | undefined {
  if (endpoint === undefined) return undefined;
  return { endpoint, headers: (headers && parseHeaders(headers)) || {} };
}
