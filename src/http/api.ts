import { Elysia } from 'elysia'
import { openApiPath } from '../api.ts'
import type { Services } from '../requests/services.ts'
import type { Visitor } from '../requests/visitor.ts'
import { failure } from '../wire/failure.ts'
import { callEndpoint } from './call-endpoint.ts'
import { areas, endpoints, type RoutedCall } from './endpoints.ts'
import { failureResponse } from './failure-response.ts'
import type { Guard } from './guard-request.ts'
import { otherMethod, readMethods } from './methods.ts'
import { newReference } from './new-reference.ts'
import { openApiDocument } from './openapi.ts'
import type { Security } from './security.ts'
import type { PageServer } from './serve-page.ts'

type Context = {
  services: Services
  /** The same for calls that only read: their statements may not take long. */
  reading: Services
  security: Security
  pages: Pick<PageServer, 'answerOrMake'>
  guarded: Guard
  visitorOf: (request: Request) => Visitor
  failed: (problem: { request: Request; error: unknown }) => Promise<Response>
}

/**
 * Everything below `/api`, as an app of its own that `app.ts` asks. What its calls are checked with takes longer to load than all
 * pages: a process that starts shows pages before it has this.
 */
export function createApi(context: Context): (request: Request) => Response | Promise<Response> {
  const { services, reading, security, pages, guarded, visitorOf, failed } = context
  const api = new Elysia({ strictPath: true }).onError(failed)
  for (const endpoint of endpoints) {
    api.route(
      endpoint.method,
      endpoint.path,
      async ({ request, params }) =>
        await guarded(request, endpoint.path, (reference) =>
          answer(endpoint, request, params as Record<string, string>, reference),
        ),
      { parse: 'none' },
    )
  }
  let document: Record<string, unknown> | undefined
  for (const [path, methods] of methodsByPath()) {
    api.all(path, ({ request }) => otherMethod(request, methods, security.headers) ?? noSuchCall(), { parse: 'none' })
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
    // Only what is the same for everybody may be kept, or waited for together.
    const isShared = endpoint.method === 'GET' && endpoint.permission === 'anyone' && !endpoint.limit
    if (isShared) return await pages.answerOrMake(request, reference, make)
    const made = await make(endpoint.method === 'GET' ? reading : services)
    if ('page' in made) throw new Error(`${endpoint.path} is not shared, but its answer names tags.`)
    return made.response
  }
}

/** What each path takes, the description of all calls among them. */
function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>([[openApiPath, readMethods]])
  for (const { path, method } of endpoints) {
    methods.set(path, [...(methods.get(path) ?? []), ...(method === 'GET' ? readMethods : [method])])
  }
  return methods
}
