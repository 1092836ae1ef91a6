import { Elysia } from 'elysia'
import { openApiPath } from '#api.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { failure } from '#wire/failure.ts'
import { callEndpoint } from './call-endpoint.ts'
import { areas, endpoints, type RoutedCall } from './endpoints.ts'
import { failureResponse } from './failure-response.ts'
import type { Guard } from './guard-request.ts'
import { otherMethod, readMethods, routing } from './methods.ts'
import { newReference } from './new-reference.ts'
import { openApiDocument } from './openapi.ts'
import type { Security } from './security.ts'
import type { PageServer } from './serve-page.ts'

type Context = {
  services: Services
  reading: Services
  security: Security
  pages: Pick<PageServer, 'answerOrMake'>
  guarded: Guard
  visitorOf: (request: Request) => Visitor
  failed: (problem: { request: Request; error: unknown }) => Promise<Response>
}

/** Its schemas take longer to load than all pages, so a new process shows pages first. */
export function createApi(context: Context): (request: Request) => Response | Promise<Response> {
  const { services, reading, security, pages, guarded, visitorOf, failed } = context
  const api = new Elysia(routing).onError(failed)
  for (const endpoint of endpoints) {
    api.route(
      endpoint.method,
      endpoint.path,
      async ({ request, params }) => {
        const response = await guarded(request, endpoint.path, (reference) =>
          answer(endpoint, request, params as Record<string, string>, reference),
        )
        if (endpoint.isOpen) opened(response)
        return response
      },
      { parse: 'none' },
    )
  }
  let document: Record<string, unknown> | undefined
  for (const [path, methods] of methodsByPath()) {
    const isOpen = endpoints.some((endpoint) => endpoint.path === path && endpoint.isOpen)
    const other = (request: Request) => otherMethod(request, methods, security.headers) ?? noSuchCall()
    api.all(path, ({ request }) => (isOpen ? opened(other(request), methods) : other(request)), { parse: 'none' })
  }
  api
    .get(openApiPath, () => {
      document ??= openApiDocument(areas, services.brand, services.env.publicUrl)
      return Response.json(document, { headers: { ...security.headers, 'cache-control': 'no-cache' } })
    })
    .all('/api/*', noSuchCall, { parse: 'none' })
  return api.fetch

  function noSuchCall(): Response {
    return failureResponse(failure('not-found', 'There is no such call.'), newReference(), security.headers)
  }

  async function answer(
    endpoint: RoutedCall,
    request: Request,
    params: Record<string, string>,
    reference: string,
  ): Promise<Response> {
    const make = (given: Services) =>
      callEndpoint(endpoint, request, params, visitorOf(request), reference, { services: given, security })
    const isShared = endpoint.method === 'GET' && endpoint.permission === 'anyone' && !endpoint.limit
    if (isShared)
      return await pages.answerOrMake(
        { request, reference, page: null, route: '/*' },
        make,
        keptCall(endpoint, request),
      )
    const made = await make(endpoint.method === 'GET' ? reading : services)
    if ('page' in made) throw new Error(`${endpoint.path} is not shared, but its answer names tags.`)
    return made.response
  }
}

function keptCall({ query }: RoutedCall, request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const asked = Object.fromEntries(searchParams)
  const { props } = (query ?? { props: [] }) as { props: { key: string }[] }
  const names = props.map(({ key }) => key).filter((name) => Object.hasOwn(asked, name))
  return names.length === 0 ? pathname : `${pathname}?${new URLSearchParams(names.map((name) => [name, asked[name]!]))}`
}

const exposed = 'Link, X-Total-Count, X-Total-Count-Relation, ETag, RateLimit, RateLimit-Policy, Retry-After'

/** For scripts of any site, without cookies. @param asked methods of the address, for a preflight. */
function opened(response: Response, asked?: string[]): Response {
  response.headers.set('access-control-allow-origin', '*')
  response.headers.set('cross-origin-resource-policy', 'cross-origin')
  if (!asked) response.headers.set('access-control-expose-headers', exposed)
  else {
    response.headers.set('access-control-allow-methods', asked.join(', '))
    response.headers.set('access-control-allow-headers', 'content-type')
    response.headers.set('access-control-max-age', '86400')
  }
  return response
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>([[openApiPath, readMethods]])
  for (const { path, method } of endpoints) {
    methods.set(path, [...(methods.get(path) ?? []), ...(method === 'GET' ? readMethods : [method])])
  }
  return methods
}
