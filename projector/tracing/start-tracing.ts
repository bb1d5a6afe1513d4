import { setTimeout as sleep } from 'node:timers/promises';
import { bareAddress } from '../../contracts/bare-address.ts';
import { noTracing, type SpanAttributes, type Tracing } from '../../ledger/tracing.ts';
import { RELEASE } from '../release.ts';
import { traceIdsOf } from './trace-ids.ts';
import type { TracingConfig } from './tracing-config.ts';

/** What a process traces with: requests begin a trace, everything else is a part of one. */
export type RunningTracing = Tracing & {
  /** Does the work of a request as the first span of its trace. */
  request<Result>(
    request: { readonly requestId: string; readonly method: string },
    work: (note: (name: string, attributes: SpanAttributes) => void) => Promise<Result>,
  ): Promise<Result>;
  /** Sends what is left; two seconds at the most. Never throws. */
  stop(): Promise<void>;
};

export const noRunningTracing: RunningTracing = {
  ...noTracing,
  request: (_, work) => work(() => undefined),
  stop: async () => undefined,
};

/** Milliseconds. */
const EXPORT_LIMIT = 5_000;
const EXPORT_EVERY = 1_000;
const STOP_LIMIT = 2_000;
/** Spans that wait for a collector that does not take them; more are dropped. */
const MOST_WAITING = 2_048;

/**
 * Sends traces to a collector where one is set; without it nothing of OpenTelemetry is even loaded. A collector that is
 * away, slow or frozen costs spans and nothing else: they are handed over in the background, and so many wait.
 * @param service by which the collector tells the processes apart
 */
export async function startTracing(
  config: TracingConfig | undefined,
  service: 'evo-rewards-api' | 'evo-rewards-projector',
): Promise<RunningTracing> {
  if (!config) return noRunningTracing;
  const [api, { AsyncLocalStorageContextManager }, sdk, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } = api;
  // Not the global one: two programs in one process, as in tests, would share it.
  const contexts = new AsyncLocalStorageContextManager().enable();
  const random = new sdk.RandomIdGenerator();
  let begins: ReturnType<typeof traceIdsOf>;
  const provider = new sdk.TracerProvider({
    resource: resourceOf({ 'service.name': service, 'service.version': RELEASE }),
    idGenerator: {
      generateTraceId: () => begins?.traceId ?? random.generateTraceId(),
      generateSpanId: () => begins?.spanId ?? random.generateSpanId(),
    },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${bareAddress(config.endpoint)}/v1/traces`,
          headers: { ...config.headers },
          timeoutMillis: EXPORT_LIMIT,
        }),
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: EXPORT_EVERY,
        exportTimeoutMillis: EXPORT_LIMIT,
      }),
    ],
  });
  const tracer = provider.getTracer('evo-rewards');

  /** Within the span that runs now, where it is of the same request, else right below the request. */
  const parentOf = (correlationId: string) => {
    const ids = traceIdsOf(correlationId);
    if (!ids) return undefined;
    const active = contexts.active();
    if (trace.getSpanContext(active)?.traceId === ids.traceId) return active;
    return trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags: TraceFlags.SAMPLED, isRemote: true });
  };

  return {
    async request({ requestId, method }, work) {
      begins = traceIdsOf(requestId);
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, root: true }, ROOT_CONTEXT);
      begins = undefined;
      const note = (name: string, attributes: SpanAttributes) => {
        span.updateName(name).setAttributes({ ...attributes });
      };
      try {
        return await contexts.with(trace.setSpan(ROOT_CONTEXT, span), () => work(note));
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    async span({ name, correlationId, attributes = {} }, work) {
      const parent = parentOf(correlationId);
      if (!parent) return work(() => undefined);
      const span = tracer.startSpan(name, { attributes: { ...attributes } }, parent);
      try {
        return await contexts.with(trace.setSpan(parent, span), () =>
          work((more) => void span.setAttributes({ ...more })),
        );
      } catch (error) {
        // Its name and no more: a message may say what a person has written.
        span.setAttributes({ 'error.type': error instanceof Error ? error.name : 'unknown' });
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    done(began, ended, spans) {
      for (const { name, correlationId, attributes = {} } of spans) {
        const parent = parentOf(correlationId);
        if (!parent) continue;
        tracer.startSpan(name, { attributes: { ...attributes }, startTime: began }, parent).end(ended);
      }
    },
    async stop() {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        sleep(STOP_LIMIT, undefined, { ref: false }),
      ]);
      contexts.disable();
    },
  };
}

type Resource = NonNullable<
  NonNullable<ConstructorParameters<typeof import('@opentelemetry/sdk-trace').TracerProvider>[0]>['resource']
>;

/** These attributes and no others: nothing is found out of the machine. */
function resourceOf(attributes: Readonly<Record<string, string>>): Resource {
  const resource: Resource = {
    attributes: { ...attributes },
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  };
  return resource;
}
