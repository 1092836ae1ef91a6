import type { CdnSettings } from '#settings.ts'
import type { Cdn, PurgeOutcome } from './cdn.ts'

/** A change is to be seen within two seconds; a failed purge is repeated. */
const timeoutMs = 3000

export function createCdn(settings: CdnSettings): Cdn {
  return shapes[settings.kind](settings)
}

const shapes: Record<CdnSettings['kind'], (settings: CdnSettings) => Cdn> = {
  fastly: ({ token, service, urls: [url] }) => ({
    maxTags: 256,
    readsVary: true,
    tagHeader: (tags) => ({ 'surrogate-key': tags.join(' ') }),
    controlHeader: 'surrogate-control',
    purge: (tags) =>
      post(`${url}/service/${service}/purge`, { 'fastly-key': token }, JSON.stringify({ surrogate_keys: tags })),
  }),

  /** API v4, "Purge cached content by tag"; a Cache-Tag header of at most 16 KB. */
  cloudflare: ({ token, service, urls: [url] }) => ({
    maxTags: 30,
    readsVary: false,
    tagHeader: (tags) => ({ 'cache-tag': tags.join(',') }),
    // Unlike CDN-Cache-Control it is not passed on to browsers.
    controlHeader: 'cloudflare-cdn-cache-control',
    purge: (tags) =>
      post(`${url}/zones/${service}/purge_cache`, { authorization: `Bearer ${token}` }, JSON.stringify({ tags })),
  }),

  /** `deploy/varnish/default.vcl`: each server bans by the header that it keeps with each answer. */
  varnish: ({ token, urls }) => ({
    // Varnish takes a header line of 8 KB (http_req_hdr_len).
    maxTags: 200,
    readsVary: true,
    tagHeader: (tags) => ({ 'surrogate-key': tags.join(' ') }),
    controlHeader: 'surrogate-control',
    purge: async (tags) => {
      const headers = { authorization: `Bearer ${token}`, 'surrogate-key': tags.join(' ') }
      const outcomes = await Promise.all(urls.map((url) => ask('PURGE', url, headers)))
      return outcomes.find(({ kind }) => kind === 'unavailable') ?? { kind: 'purged' }
    },
  }),
}

function post(url: string, headers: Record<string, string>, body: string): Promise<PurgeOutcome> {
  return ask('POST', url, { ...headers, accept: 'application/json', 'content-type': 'application/json' }, body)
}

async function ask(method: string, url: string, headers: Record<string, string>, body?: string): Promise<PurgeOutcome> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel().catch(() => {})
    return response.ok
      ? { kind: 'purged' }
      : { kind: 'unavailable', reason: `The CDN answered with ${response.status}.` }
  } catch (problem) {
    // The problem's own message may hold the address.
    const slow = problem instanceof Error && problem.name === 'TimeoutError'
    return { kind: 'unavailable', reason: slow ? 'The CDN took longer than 3 seconds.' : 'The CDN was not reached.' }
  }
}
