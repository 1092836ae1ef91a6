import type { Page } from 'playwright'

/** @returns answers how many compressed bytes of script the page has loaded since it was last asked, where it keeps nothing. */
export function loadedScript(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!/\.js$/.test(request.url())) return
    const measured = request.sizes().then((size) => size.responseBodySize)
    // What comes after the measuring may have no answer before the page is closed.
    measured.catch(() => {})
    sizes.push(measured)
  })
  return async () => (await Promise.all(sizes.splice(0))).reduce((sum, size) => sum + size, 0)
}
