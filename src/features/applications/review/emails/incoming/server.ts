import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import type { Admin } from '#domain/permissions.ts'
import { attachForm } from '#features/applications/review/form.ts'
import { toAnswer, withoutCase } from '#features/applications/review/queries.ts'
import { command, did, refusal, wrong } from '#page/command.ts'
import { keepListChange, takeListChange } from '#page/list-change.ts'
import { page } from '#page/page.ts'
import { form, text } from '#wire/define-form.ts'
import { saysOfListChange } from '#wire/list-change.ts'
import { readList } from '#wire/list-pages.ts'
import { caseMailsHref, type IncomingList, incomingHref, readIncomingList } from '../rules.ts'
import { attachToCase, incomingKey } from '../server/read-incoming-mail.ts'

const maxShown = 10_000
const oneMail = form({ mail: text({ label: 'Email', max: 36, required: 'This is not valid' }) })

function fits(sql: CamelSql, admin: Admin, list: IncomingList) {
  return list === 'answer' ? toAnswer(sql, admin) : withoutCase(sql, admin, list === 'away')
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
  leadsTo: (_, { query }) => incomingHref(readIncomingList(query.get('list')), null, { done: 'deleted' }),
})

const nothingChosen = 'Choose the emails'

/** For thanks, what was answered on the phone, and advertisements: they leave the list. One of `only`, or those with a box. */
const settle = command({
  permission: 'case-mails',
  schema: type({
    mails: type('string.uuid')
      .array()
      .atMostLength(100)
      .configure({ sentence: nothingChosen })
      .default(() => []),
    'only?': 'string.uuid',
  }),
  run: async ({ input: { mails, only }, pageQuery, ...given }) => {
    const ids = only ? [only] : mails
    if (ids.length === 0) return wrong({ mails: nothingChosen })
    const { sql, admin } = given
    const list = readIncomingList(pageQuery.get('list'))
    // Sorted, so that two people who do this at once wait for each other.
    const settled = await sql<SettledMail[]>`
      update incoming_mails m set settled_by_name = ${admin.name}::text
      where id in (
        select id from incoming_mails m where id = any(${ids}::uuid[]) and ${fits(sql, admin, list)} order by id for update
      ) and settled_by_name is null
      returning id, application_id`
    const before = Object.fromEntries(settled.map(({ id }) => [id, null]))
    const undo = await keepListChange(given, { list: 'incoming', before, after: admin.name })
    return did({
      answer: { marked: settled.length, undo },
      audit: settled.map((mail) => settledLine(mail, 'email-settled')),
    })
  },
  leadsTo: (outcome, { query }) => incomingHref(readIncomingList(query.get('list')), null, outcome),
})

/** Those that somebody has added to a case or deleted since are left alone. */
const undo = command({
  permission: 'case-mails',
  schema: type({ change: "string = ''" }),
  run: async ({ input: { change: id }, ...given }) => {
    const change = await takeListChange(given, { id, list: 'incoming' })
    const { sql, admin } = given
    const ids = Object.keys(change?.before ?? {})
    const back = await sql<SettledMail[]>`
      update incoming_mails m set settled_by_name = null
      where id in (select id from incoming_mails where id = any(${ids}::uuid[]) order by id for update)
        and settled_by_name = ${change?.after ?? null}::text and not exists (
          select from conflicts_of_interest x
          where x.application_id = coalesce(m.application_id, m.suggested_id) and x.person_id = ${admin.id}::text
        )
      returning id, application_id`
    return did({ answer: { undone: back.length }, audit: back.map((mail) => settledLine(mail, 'email-unsettled')) })
  },
  leadsTo: (outcome, { query }) => incomingHref(readIncomingList(query.get('list')), null, outcome),
})

type SettledMail = { id: string; applicationId: string | null }

const settledLine = ({ id, applicationId }: SettledMail, action: string) => ({
  subject: applicationId ? { kind: 'application', id: applicationId } : { kind: 'incoming-mail', id },
  action,
})

export const incomingMails = page('incomingMails', {
  commands: { attach, remove, settle, undo },
  // What leaves a list has to be asked for by name.
  intentOf: () => null,
  load: async ({ query, sql, visitor, refused, typed, services: { env } }) => {
    const admin = (await visitor.admin())!
    const asked = readIncomingList(query.get('list'))
    const list = asked === 'answer' && typed.reference !== undefined ? 'without' : asked
    const { rows: mails, pages } = await readList({
      query,
      pageSize: 20,
      rows: ({ limit, offset }) => sql<
        {
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
        }[]
      >`
        select m.id, m.application_id, a.reference, a.event_draft ->> 'title' as title, m.state, m.from_name, m.from_email, m.subject,
          case when m.application_id is null then left(m.text_body, ${maxShown}::int) else '' end as text, m.is_automatic, m.is_from_other, m.received_at, m.suggested_by,
          jsonb_path_query_array(m.files, '$[*]') as files
        from incoming_mails m left join applications a on a.id = coalesce(m.application_id, m.suggested_id)
        where ${fits(sql, admin, list)}
        ${list !== 'answer' ? sql`order by m.received_at desc, m.id desc` : sql`order by m.received_at, m.id`}
        limit ${limit}::int offset ${offset}::int`,
      count: (limit) => sql<{ count: number }[]>`
        select count(*)::int as count from (select from incoming_mails m where ${fits(sql, admin, list)} limit ${limit}::int) as found`,
      hrefOf: (page) => incomingHref(list, page),
    })
    const attached = refused && typed.mail !== undefined ? { mail: typed.mail, reference: typed.reference ?? '' } : null
    const [counts] = await sql<Record<IncomingList, number>[]>`
      select
        (select count(*)::int from incoming_mails m where ${toAnswer(sql, admin)}) as answer,
        (select count(*)::int from incoming_mails m where ${withoutCase(sql, admin)}) as without,
        (select count(*)::int from incoming_mails m where ${withoutCase(sql, admin, true)}) as away`
    return {
      list,
      counts: counts!,
      says:
        refused && refused.fields?.[0]?.field === 'mails'
          ? { tone: 'danger' as const, title: 'Nothing was changed', text: nothingChosen }
          : saysOfListChange(query, ['email', 'emails']),
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
