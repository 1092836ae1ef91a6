import { type } from 'arktype'
import { nameStored } from '#features/watching/server/subject.ts'
import { did, outsideCommand } from '#page/command.ts'
import { page } from '#page/page.ts'
import type { FormRequest } from '#requests/page-loader.ts'
import { readList, readPageNumber } from '#wire/list-pages.ts'
import { countAtHost } from '../queries.ts'
import { disable } from '../server/send-deliveries.ts'
import type { EndpointRow } from '../server.ts'
import { endpointViews, webhooksHref } from './endpoint-view.ts'

/**
 * A transaction each, as new changes are queued for many endpoints in another order: the two would wait for each other.
 */
const switchOff = outsideCommand({
  permission: 'register',
  schema: type({ endpoint: 'string.uuid', reason: 'string = ""', 'all?': "'1'" }),
  run: async ({ input: { endpoint, all, ...typed }, sql, write, services }) => {
    const reason = typed.reason.trim().slice(0, 200)
    if (!reason) return did({ answer: { ask: endpoint } })
    const rows = all
      ? await sql<{ id: string }[]>`
          select id from webhook_endpoints
          where host = (select host from webhook_endpoints where id = ${endpoint}::uuid)
            and disabled_by is distinct from 'admin'
          order by id`
      : [{ id: endpoint }]
    let disabled = 0
    for (const { id } of rows) {
      await write(async (sql) => {
        if (!(await disable(sql.raw, id, 'admin', services))) return did({ answer: {} })
        disabled++
        return did({
          answer: {},
          audit: { subject: { kind: 'webhook', id }, action: 'disabled', after: { reason } },
        })
      })
    }
    return did({ answer: { done: disabled === 0 ? 'unchanged' : all ? 'all-disabled' : 'disabled' } })
  },
  done: {
    disabled: { tone: 'success', title: 'The endpoint is switched off', text: 'We have emailed its contact.' },
    'all-disabled': {
      tone: 'success',
      title: 'All endpoints of the server are switched off',
      text: 'We have emailed their contacts.',
    },
    unchanged: {
      tone: 'warning',
      title: 'Nothing was changed',
      text: 'The endpoint was switched off before, or deleted.',
    },
  },
  leadsTo: (next: { ask?: string; done?: string }, { query }: FormRequest) => webhooksHref(viewOf(query), next),
})

function viewOf(query: URLSearchParams) {
  const state = endpointViews.find((known) => known === query.get('state')) ?? null
  return { state, page: readPageNumber(query.get('page')) }
}

type AdminEndpointRow = Omit<EndpointRow, 'oldSecretUntil'> & { host: string; email: string; failed: number }

export const adminWebhooks = page('adminWebhooks', {
  commands: { switchOff },
  load: async ({ query, sql }) => {
    const view = viewOf(query)
    const { state } = view
    const ofState =
      state === null
        ? sql``
        : state === 'failing'
          ? sql`where e.state = 'active' and e.failures > 0`
          : sql`where e.state = ${state}::text`
    const { rows, pages } = await readList({
      query,
      rows: ({ limit, offset }) => sql<AdminEndpointRow[]>`
        select e.id, e.address, e.host, e.email, e.subject, e.state, e.disabled_by, e.failing_since, e.delivered_at,
          e.created_at, d.waiting, d.failed
        from webhook_endpoints as e
        cross join lateral (
          select count(*) filter (where state = 'waiting')::int as waiting,
            count(*) filter (where state = 'failed')::int as failed
          from webhook_deliveries where endpoint_id = e.id
        ) as d
        ${ofState}
        order by e.id desc limit ${limit}::int offset ${offset}::int`,
      count: (limit) => sql<{ count: number }[]>`
        select count(*)::int as count
        from (select from webhook_endpoints as e ${ofState} limit ${limit}::int) as found`,
      hrefOf: (number) => webhooksHref({ ...view, page: number ?? 1 }),
    })
    const asked = rows.find(({ id }) => id === query.get('ask'))
    const endpoints = rows.map(async ({ subject, ...row }) => ({
      ...row,
      follows: (await nameStored(sql.raw, subject))?.name ?? subject,
    }))
    return {
      view,
      endpoints: await Promise.all(endpoints),
      asked: asked ? { id: asked.id, atHost: await countAtHost(sql, asked.host) } : null,
      pages,
    }
  },
})
