import type { FileSite, ServeFile } from '#requests/file-route.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import type { EdgeHeaders } from './edge-headers.ts'
import { otherMethod, readMethods } from './methods.ts'
import type { Security } from './security.ts'
import type { PageServer } from './serve-page.ts'

type FileRoute = {
  path: RegExp
  load: () => Promise<(site: FileSite) => ServeFile>
  /** Few ever ask for them: what they take is loaded by the first, and not after the start. */
  isRare?: true
}

/** The files that stand beside pages, each in the room that it is of; the first path that matches answers. */
const routes: FileRoute[] = [
  {
    path: /^\/(?:listings|events)\.(?:ics|rss|json)$|^\/organisers\/[^/]+\.ics$|^\/events\/[^/]+\.(?:ics|png)$|^\/covers\//,
    load: async () => (await import('#features/register/sharing/server/shared-files.ts')).createSharedFiles,
  },
  {
    path: /^\/changes\.(?:rss|json)$/,
    load: async () => (await import('#features/watching/server/load-changes-feed.ts')).createChangesFeeds,
  },
  {
    path: /^\/sitemap(?:-\d{1,5})?\.xml$|^\/media\/|^\/manifest\.webmanifest$/,
    load: async () => (await import('#features/site/server/site-files.ts')).createSiteFiles,
  },
  {
    path: /^\/badge\/[^/]+\.svg$|^\/embed\//,
    load: async () => (await import('#features/proof/embeds/server/embedded-files.ts')).createEmbeddedFiles,
  },
  {
    path: /^\/log\/(?:checkpoint|key|proof\/.+|tile\/.+)$/,
    load: async () => (await import('#features/proof/server/log-files.ts')).createLogFiles,
  },
  {
    path: /^\/data\/./,
    load: async () => (await import('#features/proof/open-data/files/server/load-data-file.ts')).createDataFiles,
  },
  {
    path: /^\/credentials\/|^\/\.well-known\/did\.json$/,
    load: async () => (await import('#features/proof/credential/server/credential-files.ts')).createCredentialServer,
  },
  {
    path: /^\/evidence\/./,
    load: async () => (await import('#features/assessments/files/server/evidence-files.ts')).createEvidenceFiles,
    isRare: true,
  },
]

const anHour = 'public, max-age=3600'

/** Answers the files that stand beside pages. */
export function createFiles(context: {
  services: Services
  reading: Services
  security: Security
  pages: PageServer
  edge: EdgeHeaders | null
  visitorOf: (request: Request) => Visitor
}) {
  const site = siteOf(context)
  const loaded = new Map<FileRoute, Promise<ServeFile>>()
  return { serve, load }

  /** The file at an address, or null where there is none. */
  async function serve(request: Request, reference: string): Promise<Response | null> {
    const url = new URL(request.url)
    const route = routes.find(({ path }) => path.test(url.pathname))
    if (!route) return null
    return await (await serverOf(route))({ request, url, reference, visitor: context.visitorOf(request) })
  }

  /** Loads what public files are answered by, so that nobody's first one waits for it. */
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
    answerOrMake: ({ request, reference }, make, address) => pages.answerOrMake(request, reference, make, address),
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
    openFile: async ({ request, reference }, missing, make) =>
      otherMethod(request, readMethods, openHeaders, reference) ??
      (await refuseTooMany(request, reference)) ??
      (await make(openHeaders)) ??
      // What is not there yet may be in a second.
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
