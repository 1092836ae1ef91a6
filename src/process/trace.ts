/** Nothing that a person has typed, nor an address with a token. */
type SpanFacts = Record<string, string | number>
type Runner = <Result>(name: string, facts: SpanFacts, work: () => Promise<Result>) => Promise<Result>

let runner: Runner | null = null

/** Where traces are on (`open-traces.ts`); of a failure only the problem's name. */
export function inSpan<Result>(name: string, facts: SpanFacts, work: () => Promise<Result>): Promise<Result> {
  return runner ? runner(name, facts, work) : work()
}

export function traceWith(next: Runner | null): void {
  runner = next
}

export function withSpans<Provider extends object>(name: string, provider: Provider): Provider {
  return aroundCalls(provider, (call, key) => {
    if (!runner) return call()
    let answer: unknown
    const traced = runner(`${name} ${key}`, { 'peer.service': name }, async () => {
      answer = call()
      return await answer
    })
    // A synchronous answer stays synchronous.
    if (answer instanceof Promise) return traced
    traced.catch(() => {})
    return answer
  })
}

/** The same provider, each of whose methods answers what `around` does. */
export function aroundCalls<Provider extends object>(
  provider: Provider,
  around: (call: () => unknown, key: string) => unknown,
): Provider {
  return new Proxy(provider, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function' || typeof key !== 'string') return member
      return (...args: unknown[]) => around(() => Reflect.apply(member, target, args), key)
    },
  })
}
