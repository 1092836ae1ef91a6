import { type } from 'arktype'
import { addJob } from '#database/add-job.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { type CrmView, crmHref, usualCrmSort } from '../crm-view.ts'
import { crmUpdateStates } from '../rules.ts'
import type { AdminCrmData } from '../state.ts'
import { countUpdates, listUpdates, wakeUpdate } from './queries.ts'

const pageSize = 50
const notices = ['sent', 'unchanged'] as const

/** Feeds the page of what the sales side was told, or is to be told: in the order in which it was written. */
const loadAdminCrm: Loader<AdminCrmData> = async ({ query, services: { sql, crm } }) => {
  const view = viewOf(query)
  const { state, sort, page } = view
  const [rows, [counted]] = await Promise.all([
    listUpdates(sql, { state, newestFirst: sort.descending, ...rowsOf(page, pageSize) }),
    countUpdates(sql, { state, limit: countLimit + 1 }),
  ])
  const updates = rows.slice(0, pageSize).map((row) => ({
    id: row.id,
    applicationId: row.application_id,
    reference: row.reference,
    title: row.title,
    status: row.status,
    levels: row.selected_options,
    state: row.state,
    createdAt: row.created_at,
    attempts: row.attempts,
    canSend: crm !== null && (row.state === 'failed' || row.state === 'kept'),
  }))
  return {
    kind: 'page',
    data: {
      view,
      updates,
      isConnected: crm !== null,
      notice: notices.find((known) => known === query.get('done')) ?? null,
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: counted!.updates,
        hrefOf: (number) => crmHref({ ...view, page: number ?? 1 }),
      }),
    },
  }
}

/** Sends an update again that was given up or kept. Pressed twice, or without a CRM, it changes nothing more. */
const resend = formCommand({
  permission: 'mail',
  schema: type({ update: 'string.uuid' }),
  run: async ({ input: { update: updateId }, admin, services: { sql, crm } }) =>
    await sql.begin(async (tx) => {
      const [row] = crm ? await wakeUpdate(tx, { updateId }) : []
      if (!row) return answer({ isSent: false })
      await addJob(tx, 'deliver-crm-update', { updateId })
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'crm-update', id: updateId },
        action: 'sent-again',
        after: { application: row.application_id },
      })
      return answer({ isSent: true })
    }),
})

/** Which part of the list an address asks for. */
function viewOf(query: URLSearchParams): CrmView {
  return {
    state: crmUpdateStates.find((known) => known === query.get('state')) ?? null,
    sort: readSort(query.get('sort'), ['written'], usualCrmSort),
    page: readPageNumber(query.get('page')),
  }
}

export const adminCrm = handler({
  load: loadAdminCrm,
  act: formPost(resend, { done: ({ isSent }, { query }) => crmHref(viewOf(query), isSent ? 'sent' : 'unchanged') }),
})
