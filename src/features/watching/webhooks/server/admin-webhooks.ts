import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { SqlRunner } from '#database/sql.ts'
import { nameSubject, readSubject } from '#features/watching/server/subject.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { countLimit, listPages, readPageNumber, rowsOf } from '#wire/list-pages.ts'
import { type AdminWebhooksData, type EndpointView, endpointViews, webhooksHref } from '../admin-webhooks-view.ts'
import type { DisabledBy, EndpointState } from '../rules.ts'
import { countAtHost } from './endpoint-queries.ts'
import { disable } from './note-outcome.ts'

const pageSize = 50
const notices = ['disabled', 'all-disabled', 'unchanged'] as const

/** Feeds the list of everybody's endpoints, with how they do. */
const loadAdminWebhooks: Loader<AdminWebhooksData> = async ({ query, services: { sql } }) => {
  const view = viewOf(query)
  const [rows, [counted]] = await Promise.all([
    listAllEndpoints(sql, { state: view.state, ...rowsOf(view.page, pageSize) }),
    countAllEndpoints(sql, { state: view.state, limit: countLimit + 1 }),
  ])
  const asked = rows.find(({ id }) => id === query.get('ask'))
  const [there] = asked ? await countAtHost(sql, { host: asked.host }) : []
  const endpoints = await Promise.all(
    rows.slice(0, pageSize).map(async ({ subject, disabled_by, failing_since, delivered_at, created_at, ...row }) => {
      const followed = readSubject(new URLSearchParams(subject))
      const follows = (followed && (await nameSubject(sql, followed)))?.name ?? subject
      const times = { failingSince: failing_since, deliveredAt: delivered_at, createdAt: created_at }
      return { ...row, ...times, disabledBy: disabled_by, follows }
    }),
  )
  return {
    kind: 'page',
    data: {
      view,
      endpoints,
      asked: asked ? { id: asked.id, atHost: there!.count } : null,
      notice: notices.find((known) => known === query.get('done')) ?? null,
      pages: listPages({
        page: view.page,
        pageSize,
        fetched: rows.length,
        counted: counted!.endpoints,
        hrefOf: (number) => webhooksHref({ ...view, page: number ?? 1 }),
      }),
    },
  }
}

/** Switches off an endpoint, or all that send to its server; their contacts are told. Pressed twice it changes nothing more. */
const switchOff = formCommand({
  permission: 'register',
  schema: type({ endpoint: 'string.uuid', reason: 'string = ""', 'all?': "'1'" }),
  run: async ({ input: { endpoint, all, ...given }, admin, services }) => {
    const reason = given.reason.trim().slice(0, 200)
    if (!reason) return answer({ ask: endpoint })
    const rows = all ? await listBeside(services.sql, { id: endpoint }) : [{ id: endpoint }]
    let disabled = 0
    // A transaction each: what is new in the log is queued for many endpoints in another order, and the two would wait for each other.
    for (const { id } of rows) {
      await services.sql.begin(async (transaction) => {
        if (!(await disable(transaction, id, 'admin', services))) return
        const subject = { kind: 'webhook', id }
        await recordChange(transaction, { actor: byPerson(admin), subject, action: 'disabled', after: { reason } })
        disabled++
      })
    }
    if (disabled === 0) return answer({ done: 'unchanged' as const })
    return answer({ done: all ? ('all-disabled' as const) : ('disabled' as const) })
  },
})

/** Which part of the list an address asks for. */
function viewOf(query: URLSearchParams): EndpointView {
  const state = endpointViews.find((known) => known === query.get('state')) ?? null
  return { state, page: readPageNumber(query.get('page')) }
}

/** The endpoints that send to the server of one of them, itself included: those that are on, and those that their owners could switch on again. */
const listBeside = (sql: SqlRunner, { id }: { id: string }) => sql<{ id: string }[]>`
  select id from webhook_endpoints
  where host = (select host from webhook_endpoints where id = ${id}::uuid) and disabled_by is distinct from 'admin'
  order by id`

type Row = {
  id: string
  address: string
  host: string
  email: string
  subject: string
  state: EndpointState
  disabled_by: DisabledBy | null
  failing_since: string | null
  delivered_at: string | null
  created_at: string
  waiting: number
  failed: number
}

/** The newest first. @param input.state null for all */
const listAllEndpoints = (
  sql: SqlRunner,
  { state, limit, offset }: { state: EndpointView['state']; limit: number; offset: number },
) => sql<Row[]>`
  select e.id, e.address, e.host, e.email, e.subject, e.state, e.disabled_by, e.failing_since, e.delivered_at, e.created_at, d.waiting, d.failed
  from webhook_endpoints as e
  cross join lateral (
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'failed')::int as failed
    from webhook_deliveries where endpoint_id = e.id
  ) as d
  ${state === null ? sql`` : state === 'failing' ? sql`where e.state = 'active' and e.failures > 0` : sql`where e.state = ${state}::text`}
  order by e.id desc limit ${limit}::int offset ${offset}::int`

/** How many there are, up to a limit. */
const countAllEndpoints = (sql: SqlRunner, { state, limit }: { state: EndpointView['state']; limit: number }) => sql<
  { endpoints: number }[]
>`
  select count(*)::int as endpoints
  from (
    select from webhook_endpoints as e
    ${state === null ? sql`` : state === 'failing' ? sql`where e.state = 'active' and e.failures > 0` : sql`where e.state = ${state}::text`}
    limit ${limit}::int
  ) as found`

export const adminWebhooks = handler({
  load: loadAdminWebhooks,
  act: formPost(switchOff, { done: (next, { query }) => webhooksHref(viewOf(query), next) }),
})
