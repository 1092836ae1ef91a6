/**
 * A provider that is opened by its first call: what it is made of takes longer to load than everything a page needs, and a process
 * that has just started should answer visitors first. All its methods are asynchronous.
 */
export function lazy<Provider extends object>(open: () => Promise<Provider>): Provider {
  let opened: Promise<Provider> | undefined
  return new Proxy({} as Provider, {
    get:
      (_, name) =>
      async (...words: unknown[]) => {
        opened ??= open()
        const provider = (await opened) as Record<string | symbol, (...words: unknown[]) => unknown>
        return await provider[name]!(...words)
      },
  })
}
