/** What is known of a step; never anything that a person has typed, nor an address with a token in it. */
type SpanFacts = Record<string, string | number>
type Runner = <Result>(name: string, facts: SpanFacts, work: () => Promise<Result>) => Promise<Result>

let runner: Runner | null = null

/**
 * Does a step of the work, as a span of the current trace where traces are switched on (`open-traces.ts`). Otherwise it costs one
 * comparison. A span fails with its work, by the name of the problem and without its message.
 */
export function inSpan<Result>(name: string, facts: SpanFacts, work: () => Promise<Result>): Promise<Result> {
  return runner ? runner(name, facts, work) : work()
}

/** Switches spans on for this process, or off (`null`). */
export function traceWith(next: Runner | null): void {
  runner = next
}

/** The same service, each call of which is a span named `provider method`. */
export function withSpans<Provider extends object>(name: string, provider: Provider): Provider {
  return new Proxy(provider, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function' || typeof key !== 'string') return member
      return (...args: unknown[]) => {
        if (!runner) return Reflect.apply(member, target, args)
        let answer: unknown
        const traced = runner(`${name} ${key}`, { 'peer.service': name }, async () => {
          answer = Reflect.apply(member, target, args)
          return await answer
        })
        // What answers at once goes on doing so.
        if (answer instanceof Promise) return traced
        traced.catch(() => {})
        return answer
      }
    },
  })
}
