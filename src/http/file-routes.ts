import type { FileSite, RoutedRequest, ServeFile } from '#requests/file-route.ts'
import type { Services } from '#requests/services.ts'
import { allPages } from './all-pages.ts'
import type { EdgeHeaders } from './edge-headers.ts'
import { otherMethod, readMethods } from './methods.ts'
import type { Security } from './security.ts'
import type { PageServer } from './serve-page.ts'

type FileRoute = {
  /** Elysia's patterns; an ending behind a parameter is our own, unknown to the router. */
  paths: string[]
  load: () => Promise<(site: FileSite) => ServeFile>
  isRare?: true
}

const routes: FileRoute[] = [
  {
    paths: [
      ...['ics', 'rss', 'json'].flatMap((format) => [`/listings.${format}`, `/events.${format}`]),
      '/organisers/:organiser.ics',
      '/events/:slug.ics',
      '/events/:slug.png',
      '/covers/:tone/:seed',
    ],
    load: async () => (await import('#features/register/sharing/server/shared-files.ts')).createSharedFiles,
  },
  {
    paths: ['/changes.rss', '/changes.json'],
    load: async () => (await import('#features/watching/server/load-changes-feed.ts')).createChangesFeeds,
  },
  {
    paths: ['/sitemap.xml', '/sitemap-:part', '/media/:file', '/manifest.webmanifest'],
    load: async () => (await import('#features/site/server/site-files.ts')).createSiteFiles,
  },
  {
    paths: ['/badge/:number.svg', '/embed/events'],
    load: async () => (await import('#features/proof/embeds/server/embedded-files.ts')).createEmbeddedFiles,
  },
  {
    paths: ['/log/checkpoint', '/log/key', '/log/policy', '/log/proof/*', '/log/tile/*'],
    load: async () => (await import('#features/proof/server/log-files.ts')).createLogFiles,
  },
  {
    paths: ['/data/:day/:name'],
    load: async () => (await import('#features/proof/open-data/files/server/load-data-file.ts')).createDataFiles,
  },
  {
    paths: ['/credentials/*', '/.well-known/did.json'],
    load: async () => (await import('#features/proof/credential/server/credential-files.ts')).createCredentialServer,
  },
  {
    paths: ['/documents/:document'],
    load: async () => (await import('#features/payments/documents/server/document-files.ts')).createPaymentDocuments,
    isRare: true,
  },
  {
    paths: ['/evidence/files/:file', '/evidence/files/:file/preview', '/evidence/:appId/files'],
    load: async () => (await import('#features/assessments/files/server/evidence-files.ts')).createEvidenceFiles,
    isRare: true,
  },
]

/** By the router's pattern, then by ending (`.ics`); '' is any. */
const patterns = new Map<string, Map<string, FileRoute>>()
for (const route of routes)
  for (const path of route.paths) {
    const [, page = path, ending = ''] = /^(.*:\w+)(\.\w+)$/.exec(path) ?? []
    patterns.set(page, (patterns.get(page) ?? new Map()).set(ending, route))
  }

const anHour = 'public, max-age=3600'

export function createFiles(context: {
  services: Services
  reading: Services
  security: Security
  pages: PageServer
  edge: EdgeHeaders | null
}) {
  const site = siteOf(context)
  const loaded = new Map<FileRoute, Promise<ServeFile>>()
  return { patterns: [...patterns.keys()], serve, load }

  async function serve(pattern: string, asked: RoutedRequest): Promise<Response | null> {
    const endings = patterns.get(pattern)
    const route = endings?.get('') ?? endings?.get(/\.\w+$/.exec(asked.url.pathname)?.[0] ?? '')
    return route ? await (await serverOf(route))(asked) : null
  }

  async function load(): Promise<void> {
    await Promise.all(routes.filter(({ isRare }) => !isRare).map(serverOf))
  }

  function serverOf(route: FileRoute): Promise<ServeFile> {
    const known = loaded.get(route)
    if (known) return known
    const server = route.load().then((create) => create(site))
    loaded.set(route, server)
    return server
  }
}

function siteOf({ services, reading, security, pages, edge }: Parameters<typeof createFiles>[0]): FileSite {
  const openHeaders = {
    ...security.headers,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }
  const { refuseTooMany, notFound, notTaken } = pages
  const site: FileSite = {
    services,
    reading,
    headers: security.headers,
    personalHeaders: security.personal,
    isSameOrigin: security.isSameOrigin,
    otherMethod: ({ request, reference }, taken = readMethods) =>
      otherMethod(request, taken, security.headers, reference),
    answerOrMake: pages.answerOrMake,
    async keep(asked, address, load) {
      const make = async () => {
        const found = await load()
        if (!found) return { response: new Response(null, { status: 404 }) }
        const { contentType, text, tags, headers } = found
        const body = new TextEncoder().encode(text)
        return { page: { contentType, body, tags, ...(headers ? { headers } : {}) } }
      }
      const answer = await site.answerOrMake(asked, make, address)
      return answer.status === 404 ? null : answer
    },
    file: (body, contentType, headers = {}, status = 200) =>
      new Response(body, {
        status,
        headers: { ...security.headers, 'content-type': contentType, 'cache-control': anHour, ...headers },
      }),
    busy: () =>
      site.file('Busy. Please try again.', 'text/plain', { 'retry-after': '10', 'cache-control': 'no-store' }, 429),
    openFile: async (asked, missing, make) =>
      otherMethod(asked.request, readMethods, openHeaders, asked.reference) ??
      (await refuseTooMany(asked)) ??
      (await make(openHeaders)) ??
      new Response(missing, {
        status: 404,
        headers: { ...openHeaders, 'content-type': 'text/plain', 'cache-control': 'no-store' },
      }),
    edgeTags: (tags) => edge?.tags(tags) ?? {},
    refuseTooMany,
    notFound,
    notTaken,
  }
  return site
}

export function wellKnownTexts({ env, brand, now }: Pick<Services, 'env' | 'brand' | 'now'>) {
  return {
    '/robots.txt': () =>
      [
        'User-agent: *',
        ...blockedPrefixes().map((prefix) => `Disallow: ${prefix}`),
        ...allowedPaths().map((path) => `Allow: ${path}`),
        '',
        `Sitemap: ${env.publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),
    // RFC 9116 recommends less than a year.
    '/.well-known/security.txt': () =>
      [
        `Contact: mailto:${brand.email}`,
        `Expires: ${new Date(now().getTime() + 180 * 86_400_000).toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${env.publicUrl}/.well-known/security.txt`,
        '',
      ].join('\n'),
  }
}

/** Public pages that begin as a blocked one does: the longest rule counts (RFC 9309, 2.2.2). */
function allowedPaths(): string[] {
  const blocked = blockedPrefixes()
  return Object.values(allPages)
    .filter(({ cache, path }) => cache && blocked.some((prefix) => path.startsWith(prefix)))
    .map(({ path }) => path)
}

function blockedPrefixes(): string[] {
  const personal = Object.values(allPages)
    .filter(({ cache }) => !cache)
    .map(({ path }) => path.split(':')[0]!)
  const all = ['/api/', '/sandbox/', ...new Set(personal)]
  return all.filter((prefix) => !all.some((other) => other !== prefix && prefix.startsWith(other))).sort()
}
