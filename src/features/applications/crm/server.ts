import { type } from 'arktype'
import { addJob } from '#database/add-job.ts'
import { byPerson } from '#database/record-change.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { command, did, outsideCommand } from '#page/command.ts'
import { page } from '#page/page.ts'
import { actingFor } from '#requests/visitor.ts'
import { failure } from '#wire/failure.ts'
import { readList, readPageNumber, readSort } from '#wire/list-pages.ts'
import { selectedOptionsSchema } from '#wire/selected-options.ts'
import {
  type CrmNews,
  type CrmStatus,
  type CrmUpdateState,
  type CrmView,
  crmHref,
  crmStatuses,
  crmUpdateStates,
  resendForm,
  usualCrmSort,
} from './rules.ts'
import { queueCrmUpdate } from './server/queue-crm-update.ts'

/** Pressed twice, or without a CRM, it changes nothing. */
const resend = command({
  permission: 'mail',
  form: resendForm,
  run: async ({ input: { update: updateId }, sql, services: { crm } }) => {
    if (!isUuid(updateId)) return failure('not-found', 'There is no such update.')
    const [resent] = crm
      ? await sql<{ application: string }[]>`
          update crm_updates set state = 'waiting', attempts = 0, settled_at = null
          where id = ${updateId}::uuid and state in ('failed', 'kept')
          returning application_id as application`
      : []
    if (!resent) return did({ answer: 'unchanged' as const })
    await addJob(sql.raw, 'deliver-crm-update', { updateId })
    return did({
      answer: 'sent' as const,
      audit: { subject: { kind: 'crm-update', id: updateId }, action: 'sent-again', after: resent },
    })
  },
  done: {
    sent: {
      tone: 'success',
      title: 'The update is being sent',
      text: 'If the CRM does not accept it, we try again for about 40 hours.',
    },
    unchanged: {
      tone: 'warning',
      title: 'Nothing was changed',
      text: 'The update is already being sent, or was delivered.',
    },
  },
  leadsTo: (done, { query }) => crmHref(viewOf(query), done),
})

export const adminCrm = page('adminCrm', {
  commands: { resend },
  load: async ({ query, sql, services: { crm } }) => {
    const view = viewOf(query)
    const { state, sort } = view
    const isConnected = crm !== null
    const ofState = state === null ? sql`` : sql`where state = ${state}::text`
    const { rows: updates, pages } = await readList({
      query,
      rows: ({ limit, offset }) => sql<
        {
          id: string
          applicationId: string
          reference: string
          title: string
          status: CrmStatus | CrmNews
          levels: string[]
          state: CrmUpdateState
          createdAt: string
          attempts: { at: string; httpStatus: number | null; outcome: string }[]
          canSend: boolean
        }[]
      >`
        select u.id, u.application_id, a.reference, a.event_draft ->> 'title' as title, u.status,
          u.selected_options as levels, u.state, u.created_at,
          coalesce((
            select json_agg(json_build_object('at', d.attempted_at, 'httpStatus', d.http_status, 'outcome', d.outcome)
              order by d.id desc)
            from (
              select id, attempted_at, http_status, outcome from crm_deliveries where update_id = u.id
              order by id desc limit 20
            ) as d
          ), '[]') as attempts,
          ${isConnected}::boolean and u.state in ('failed', 'kept') as can_send
        from crm_updates as u
        join applications as a on a.id = u.application_id
        ${ofState}
        ${sort.descending ? sql`order by u.id desc` : sql`order by u.id`}
        limit ${limit}::int offset ${offset}::int`,
      count: (limit) => sql<{ count: number }[]>`
        select count(*)::int as count from (select from crm_updates ${ofState} limit ${limit}::int) as found`,
      hrefOf: (page) => crmHref({ ...view, page: page ?? 1 }),
    })
    return { view, updates, isConnected, pages }
  },
})

function viewOf(query: URLSearchParams): CrmView {
  return {
    state: crmUpdateStates.find((known) => known === query.get('state')) ?? null,
    sort: readSort(query.get('sort'), ['written'], usualCrmSort),
    page: readPageNumber(query.get('page')),
  }
}

const crmUpdateSchema = type({
  applicationId: type('string.uuid').configure({ sentence: 'Name the application by its id' }),
  status: type.enumerated(...crmStatuses).configure({ sentence: 'This is not a status of the CRM' }),
  selectedOptions: selectedOptionsSchema,
}).onUndeclaredKey('delete')

export const updateCrmStatus = outsideCommand({
  permission: 'owner',
  schema: crmUpdateSchema,
  limit: { name: 'crm-status', points: 60, seconds: 600 },
  api: {
    summary: 'Tell the sales team about an applicant',
    description:
      'For the browser that applied (its signed cookie) or a signed-in admin. It never changes the status of the application. The CRM gets the update from a queue. If the same update is sent again, the CRM gets it once.',
    answers: { 200: type({ applicationId: 'string.uuid', status: 'string', selectedOptions: 'string[]' }) },
    failures: { forbidden: 'This browser did not apply.', 'not-found': 'There is no such application.' },
  },
  run: async ({ input, sql, visitor, write, services }) => {
    const { applicationId: id, ...after } = input
    const [application] = await sql<{ organisationId: string }[]>`
      select organisation_id from applications where id = ${id}::uuid`
    if (!application) return failure('not-found', 'There is no such application.')
    const { organisationId } = application
    const isAllowed = (await visitor.isOwnerOf(id, organisationId)) || (await visitor.holds('review'))
    if (!isAllowed) return failure('forbidden', 'Only the browser that applied can do this.')
    const admin = await actingFor(visitor, [id, organisationId])
    return await write(async ({ raw }) => {
      const isNews = await queueCrmUpdate(raw, input, services)
      const change = { subject: { kind: 'application', id }, action: 'crm-told', after }
      return did({ answer: input, audit: isNews && admin ? { actor: byPerson(admin), ...change } : [] })
    })
  },
})
