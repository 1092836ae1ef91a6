export type CallOutcome = 'answered' | 'unavailable'

/** How often each outside service was called since the process began, by outcome. */
const counts = new Map<string, Record<CallOutcome, number>>()

/** What providers answer where the service was not to be had (`providers/`). */
const signs = new Set<unknown>(['unavailable', 'payments-unavailable'])

/** The same service, each asynchronous call of which is counted under a name. A call that throws counts as `unavailable`. */
export function countCalls<Provider extends object>(service: string, provider: Provider): Provider {
  const count = counts.get(service) ?? { answered: 0, unavailable: 0 }
  counts.set(service, count)
  return new Proxy(provider, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const answer: unknown = Reflect.apply(member, target, args)
        if (answer instanceof Promise)
          answer.then(
            (value) => count[outcomeOf(value)]++,
            () => count.unavailable++,
          )
        return answer
      }
    },
  })
}

/** Every service with its counts. */
export function readCallCounts(): ReadonlyMap<string, Readonly<Record<CallOutcome, number>>> {
  return counts
}

function outcomeOf(value: unknown): CallOutcome {
  if (typeof value !== 'object' || value === null) return 'answered'
  const { kind, failure } = value as { kind?: unknown; failure?: unknown }
  return signs.has(kind) || signs.has(failure) ? 'unavailable' : 'answered'
}
