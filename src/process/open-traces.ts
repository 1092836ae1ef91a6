import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { traceWith } from './trace.ts'

type TracesOptions = {
  /** An OTLP collector's HTTP address; spans go to `/v1/traces` below it. */
  endpoint: string
  /** As OpenTelemetry writes it: `name=value,other=value`, values in percent signs. */
  headers?: string
  serviceName: string
  share: number
}

/** In the background; an absent collector costs its spans only. No other file loads OpenTelemetry. */
export function openTraces({ endpoint, headers = '', serviceName, share }: TracesOptions) {
  const manager = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(manager)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${endpoint}/v1/traces`,
          headers: headersOf(headers),
          timeoutMillis: 5000,
        }),
        scheduledDelayMillis: 1000,
      }),
    ],
  })
  const tracer = provider.getTracer(serviceName)

  traceWith(async (name, facts, work) => {
    const kind = 'http.route' in facts ? SpanKind.SERVER : 'peer.service' in facts ? SpanKind.CLIENT : SpanKind.INTERNAL
    const span = tracer.startSpan(name, { attributes: facts, kind })
    try {
      return await context.with(trace.setSpan(context.active(), span), work)
    } catch (problem) {
      const message = problem instanceof Error ? problem.name : 'unknown'
      span.setStatus({ code: SpanStatusCode.ERROR, message })
      throw problem
    } finally {
      span.end()
    }
  })

  return {
    stop: async () => {
      traceWith(null)
      await provider.shutdown().catch(() => {})
      manager.disable()
      context.disable()
    },
  }
}

function headersOf(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('='))
  return Object.fromEntries(
    pairs.flatMap(([name, ...value]) =>
      name?.trim() ? [[name.trim(), decodeURIComponent(value.join('=').trim())]] : [],
    ),
  )
}
