/** Null where there is none. */
export async function readSiteFile(address: string): Promise<Uint8Array | null> {
  const response = await askSite(address)
  return response && new Uint8Array(await response.arrayBuffer())
}

/** Null where there is none. Waits as long as a site says that is asked too often. @throws where it cannot be reached */
export async function askSite(address: string): Promise<Response | null> {
  for (;;) {
    const response = await fetch(address, { headers: { 'cache-control': 'no-cache' } })
    if (response.status === 429) {
      await Bun.sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
      continue
    }
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
    return response
  }
}
