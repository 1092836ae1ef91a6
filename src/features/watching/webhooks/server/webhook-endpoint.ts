import { isUuid } from '#domain/is-uuid.ts'
import { href } from '#pages.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { readPageNumber, rowsOf } from '#wire/list-pages.ts'
import { type EndpointData, type EndpointMove, endpointMoves, type NewSecret } from '../state.ts'
import { pause, remove, repeat, replay, resume, rotate, sendTest } from './endpoint-commands.ts'
import { listDeliveries, listEndpoints } from './endpoint-queries.ts'
import { deliveryOf, endpointOf } from './endpoint-view.ts'
import { openLink } from './webhook-link.ts'

const pageSize = 50

/** The page of one endpoint with the log of what was sent, as it stands or after a post. */
async function endpointPage(
  { params, query, services: { sql, now } }: PageRequest,
  form: FormState = emptyForm,
  secret: NewSecret | null = null,
): Promise<PageAnswer<EndpointData>> {
  const { token = '', id = '' } = params
  const moment = now().toISOString()
  const email = isUuid(id) ? await openLink(sql, token, now()) : null
  const [row] = email ? await listEndpoints(sql, { email, id, now: moment }) : []
  if (!row) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  const page = readPageNumber(query.get('page'))
  const found = await listDeliveries(sql, { endpointId: row.id, now: moment, ...rowsOf(page, pageSize) })
  const endpoint = await endpointOf(sql, row)
  return {
    kind: 'page',
    data: {
      kind: 'known',
      token,
      endpoint: { ...endpoint, createdAt: row.created_at, oldSecretUntil: row.old_secret_until },
      deliveries: found.slice(0, pageSize).map((each) => deliveryOf(row.id, each)),
      page,
      isLastPage: found.length <= pageSize,
      done: endpointMoves.find((known) => known === query.get('done')) ?? null,
      secret,
      form,
    },
  }
}

const again = (request: PageRequest, form: FormState) => endpointPage(request, form)

const doneAt = (done: EndpointMove, { params }: PageRequest) =>
  href('webhookEndpoint', { token: params.token!, id: params.id! }, { done })

export const webhookEndpoint = handler<EndpointData>({
  load: async (request) => await endpointPage(request),
  act: formsByIntent<EndpointData>(
    {
      test: formPost(sendTest, { done: (_, request) => doneAt('tested', request), again }),
      again: formPost(repeat, { done: ({ isSent }, request) => doneAt(isSent ? 'sent' : 'nothing', request), again }),
      replay: formPost(replay, {
        done: ({ sent }, request) => doneAt(sent > 0 ? 'replayed' : 'nothing', request),
        again,
      }),
      rotate: formPost<EndpointData, typeof rotate>(rotate, {
        done: (secret, request) => endpointPage(request, emptyForm, secret),
        again,
      }),
      pause: formPost(pause, { done: (_, request) => doneAt('paused', request), again }),
      resume: formPost(resume, { done: (_, request) => doneAt('resumed', request), again }),
      delete: formPost(remove, {
        done: (_, { params }) => href('webhookEndpoints', { token: params.token! }, { deleted: true }),
        again,
      }),
    },
    (request) => endpointPage(request),
  ),
})
