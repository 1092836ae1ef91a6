import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import type { Admin } from '#domain/permissions.ts'
import { command, did, refusal, wrong } from '#page/command.ts'
import { page } from '#page/page.ts'
import { form, text } from '#wire/define-form.ts'
import { readList } from '#wire/list-pages.ts'
import { attachForm } from '../form.ts'
import { toAnswer, withoutCase } from '../queries.ts'
import { caseMailsHref, type IncomingList, incomingHref } from '../rules.ts'
import { attachToCase, incomingKey } from '../server/read-incoming-mail.ts'

const maxShown = 10_000
const oneMail = form({ mail: text({ label: 'Email', max: 36, required: 'This is not valid' }) })

function fits(sql: CamelSql, admin: Admin, list: IncomingList) {
  if (list === 'without') return withoutCase(sql, admin)
  return toAnswer(sql, admin)
}

const attach = command({
  permission: 'case-mails',
  form: attachForm,
  run: async ({ input: { mail: id, reference }, sql, admin }) => {
    const [application] = await sql<{ id: string; isConflicted: boolean }[]>`
      select a.id, exists (
        select from conflicts_of_interest x where x.application_id = a.id and x.person_id = ${admin.id}::text
      ) as is_conflicted
      from applications a where a.reference = ${reference.toUpperCase()}::text`
    if (!application) return wrong({ reference: `No application has the reference ${reference}` })
    if (application.isConflicted)
      return refusal('Nothing was changed: you declared a conflict of interest in this case')
    const { id: applicationId } = application
    if (!isUuid(id) || !(await attachToCase(sql, { id, applicationId, by: admin.name })))
      return refusal('Nothing was changed: someone has already added this email to a case, or deleted it')
    const audit = { subject: { kind: 'application', id: applicationId }, action: 'email-added', after: { email: id } }
    return did({ answer: applicationId, audit })
  },
  leadsTo: (applicationId) => caseMailsHref(applicationId ?? ''),
})

/** For what nobody needs, such as advertisements. */
const remove = command({
  permission: 'case-mails',
  form: oneMail,
  run: async ({ input: { mail: id }, sql, services }) => {
    const [deleted] = isUuid(id)
      ? await sql<{ id: string }[]>`
          delete from incoming_mails where id = ${id}::uuid and application_id is null returning id`
      : []
    if (deleted) await services.files.delete(incomingKey(id)).catch(() => {})
    return did(deleted && { audit: { subject: { kind: 'incoming-mail', id }, action: 'deleted' } })
  },
  done: { deleted: 'The email was deleted' },
  leadsTo: () => adminHref('incomingMails', { list: 'without', done: 'deleted' }),
})

/** For thanks, and what was answered on the phone. */
const settle = command({
  permission: 'case-mails',
  form: oneMail,
  run: async ({ input: { mail: id }, sql, admin }) => {
    const [settled] = isUuid(id)
      ? await sql<{ applicationId: string }[]>`
          update incoming_mails m set settled_by_name = ${admin.name}::text where id = ${id}::uuid and ${toAnswer(sql, admin)}
          returning application_id`
      : []
    if (!settled) return did()
    return did({ audit: { subject: { kind: 'application', id: settled.applicationId }, action: 'email-settled' } })
  },
  done: { settled: 'The email needs no answer' },
  leadsTo: () => adminHref('incomingMails', { done: 'settled' }),
})

type IncomingMailRow = {
  id: string
  applicationId: string | null
  reference: string | null
  title: string | null
  state: 'waiting' | 'read' | 'filed' | 'unreadable'
  fromName: string
  fromEmail: string
  subject: string
  text: string
  isAutomatic: boolean
  isFromOther: boolean
  receivedAt: Instant
  suggestedBy: 'code' | 'reference' | 'sender' | null
  files: { name: string; bytes: number }[]
}

export const incomingMails = page('incomingMails', {
  commands: { attach, remove, settle },
  load: async ({ query, sql, visitor, refused, typed, services: { env } }) => {
    const admin = (await visitor.admin())!
    const list: IncomingList = query.get('list') === 'without' || typed.reference !== undefined ? 'without' : 'answer'
    const { rows: mails, pages } = await readList({
      query,
      pageSize: 20,
      rows: ({ limit, offset }) => sql<IncomingMailRow[]>`
        select m.id, m.application_id, a.reference, a.event_draft ->> 'title' as title, m.state, m.from_name, m.from_email, m.subject,
          case when m.application_id is null then left(m.text_body, ${maxShown}::int) else '' end as text, m.is_automatic, m.is_from_other, m.received_at, m.suggested_by,
          jsonb_path_query_array(m.files, '$[*]') as files
        from incoming_mails m left join applications a on a.id = coalesce(m.application_id, m.suggested_id)
        where ${fits(sql, admin, list)}
        ${list === 'without' ? sql`order by m.received_at desc, m.id desc` : sql`order by m.received_at, m.id`}
        limit ${limit}::int offset ${offset}::int`,
      count: (limit) => sql<{ count: number }[]>`
        select count(*)::int as count from (select from incoming_mails m where ${fits(sql, admin, list)} limit ${limit}::int) as found`,
      hrefOf: (page) => incomingHref(list, page),
    })
    const attached = refused && typed.mail !== undefined ? { mail: typed.mail, reference: typed.reference ?? '' } : null
    const [counts] = await sql<{ answer: number; without: number }[]>`
      select
        (select count(*)::int from incoming_mails m where ${toAnswer(sql, admin)}) as answer,
        (select count(*)::int from incoming_mails m where ${withoutCase(sql, admin)}) as without`
    return {
      list,
      counts: counts!,
      mails: mails.map(({ files, ...mail }) => ({ ...mail, files: files.map(({ name, bytes }) => ({ name, bytes })) })),
      pages,
      comesIn: env.incoming !== null,
      /** What was typed, where it was not taken. */
      typed: attached,
      problems: refused?.fields ?? [],
    }
  },
  status: () => null,
})
