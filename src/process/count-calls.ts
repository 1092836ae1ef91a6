import { aroundCalls } from './trace.ts'

type CallOutcome = 'answered' | 'unavailable'

const counts = new Map<string, Record<CallOutcome, number>>()

const signs = new Set<unknown>(['unavailable', 'payments-unavailable'])

/** A call that throws counts as `unavailable`. */
export function countCalls<Provider extends object>(service: string, provider: Provider): Provider {
  const count = counts.get(service) ?? { answered: 0, unavailable: 0 }
  counts.set(service, count)
  return aroundCalls(provider, (call) => {
    const answer = call()
    if (answer instanceof Promise)
      answer.then(
        (value) => count[outcomeOf(value)]++,
        () => count.unavailable++,
      )
    return answer
  })
}

export function readCallCounts(): ReadonlyMap<string, Readonly<Record<CallOutcome, number>>> {
  return counts
}

function outcomeOf(value: unknown): CallOutcome {
  if (typeof value !== 'object' || value === null) return 'answered'
  const { kind, failure } = value as { kind?: unknown; failure?: unknown }
  return signs.has(kind) || signs.has(failure) ? 'unavailable' : 'answered'
}
