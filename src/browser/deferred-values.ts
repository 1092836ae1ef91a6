import { type Arrived, lateId } from '#wire/late.ts'

/** Before hydration, puts promises in the place of deferred values, so that React finds what the server has shown. */
export function awaitDeferredValues(data: unknown, names: readonly string[]): void {
  for (const name of names) Object.assign(data as object, { [name]: arrival(lateId(name)) })
}

function arrival(id: string): Promise<Arrived<unknown>> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true })
    document.addEventListener('DOMContentLoaded', look)
    look()

    function look(): void {
      const text = document.getElementById(id)?.textContent
      // A document that broke off brings nothing more.
      if (!text && document.readyState === 'loading') return
      observer.disconnect()
      document.removeEventListener('DOMContentLoaded', look)
      resolve(text ? JSON.parse(text) : { failed: true })
    }
  })
}
