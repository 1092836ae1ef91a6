import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import type { Admin } from '#domain/permissions.ts'
import { closedToConflicted, openCase, statusOfCase } from '#features/applications/case/open-case.ts'
import { fillReply } from '#features/assessments/criteria/reason-kinds.ts'
import { reasonTexts } from '#features/assessments/criteria/server/queries.ts'
import { mayReadCase } from '#features/assessments/files/server/may-read-file.ts'
import { storeKey } from '#features/assessments/files/server/purge-file.ts'
import type { MailState } from '#features/mailbox/rules.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import { hideSecrets } from '#mail/link-token.ts'
import { command, did, refusal, wrong } from '#page/command.ts'
import { page } from '#page/page.ts'
import { failure } from '#wire/failure.ts'
import { readList } from '#wire/list-pages.ts'
import { insertForm, letterForm } from '../form.ts'
import { caseMail } from '../mails.ts'
import { answerSubject, attachedBytes, caseMailsHref, withReference } from './rules.ts'

const pageSize = 20
/** In characters; an email of the site is whole in the mailbox. */
const maxShown = 20_000

/** The organiser, with what they typed only where their address is confirmed. */
async function findCorrespondent(sql: CamelSql, id: string) {
  const [row] = await sql<
    { title: string; reference: string; number: string | null; contactName: string; email: string }[]
  >`
    select a.event_draft ->> 'title' as title, a.reference, e.number, o.contact_name, o.email
    from applications a join organisations o on o.id = a.organisation_id left join register_entries e on e.application_id = a.id
    where a.id = ${id}::uuid`
  const isConfirmed = await isAddressConfirmed(sql.raw, row!.email)
  return { ...row!, isConfirmed, ...(!isConfirmed && { title: '', contactName: '' }) }
}

async function findAnswered(sql: CamelSql, { id, answer }: { id: string; answer: string }) {
  if (!isUuid(answer)) return null
  const [found = null] = await sql<
    { id: string; subject: string; text: string; messageId: string | null; at: Instant; isAutomatic: boolean }[]
  >`
    select id, subject, text_body as text, message_id, received_at as at, is_automatic from incoming_mails
    where id = ${answer}::uuid and application_id = ${id}::uuid and state in ('read', 'filed')`
  return found
}

/** The documents of a case that its reader may see, and so may send. */
async function listAttachable(sql: CamelSql, admin: Admin, id: string) {
  if (!(await mayReadCase(sql.raw, admin, id))) return []
  return await sql<{ id: string; name: string; mediaType: string; bytes: number }[]>`
    select id, name, media_type, bytes from evidence_files
    where application_id = ${id}::uuid and state = 'ready' and scan in ('clean', 'unscanned')
    order by name, uploaded_at, id limit 200`
}

const ofCase = { permission: 'case-mails', params: { id: isUuid } } as const
const unknownCase = failure('not-found', 'There is no such application.')

/** To the organiser's own address, also where somebody else has written. */
const write = command({
  ...ofCase,
  form: letterForm,
  run: async ({ params: { id }, input, admin, sql }) => {
    const [application] = await sql<{ reference: string; isErased: boolean }[]>`
      select a.reference, o.contact_name = 'Erased' as is_erased
      from applications a join organisations o on o.id = a.organisation_id where a.id = ${id}::uuid`
    if (!application) return unknownCase
    if (application.isErased) return refusal('Nothing was sent: the contact of this application has been erased')
    const { contactName, email, isConfirmed } = await findCorrespondent(sql, id)
    const field = /\{\w+\}/.exec(input.text)
    if (field) return wrong({ text: `Write something in the place of ${field[0]}` })
    const answered = await findAnswered(sql, { id, answer: input.answer })
    if (answered?.isAutomatic) return refusal('Nothing was sent: automatic replies are not answered')
    const ids = input.files.split(',').filter(Boolean)
    const files = (await listAttachable(sql, admin, id)).filter((file) => ids.includes(file.id))
    if (files.length < new Set(ids).size) return wrong({ files: 'A document has since been deleted. Choose again' })
    if (files.length > 0 && !isConfirmed)
      return wrong({ files: 'The address is not confirmed, so no document can be sent to it' })
    if (files.reduce((sum, { bytes }) => sum + bytes, 0) > attachedBytes)
      return wrong({ files: 'The documents have more than 10 MB. Choose fewer' })
    if (files.length > 0 && input.confirmed !== input.files)
      return refusal('Nothing has been sent yet: you are sending documents of the applicant')
    const quote = input.quote && answered && isConfirmed ? { text: answered.text, at: answered.at } : null
    const letter = { ...input, subject: withReference(input.subject, application.reference) }
    const head = {
      once: `case-mail:${id}:${input.seen}`,
      application: id,
      to: { name: contactName, email },
      author: admin.name,
      attachments: files.map((file) => ({ name: file.name, contentType: file.mediaType, fileKey: storeKey(file.id) })),
    }
    const [before] = await sql<{ id: string }[]>`select id from mails where once_key = ${head.once}::text`
    if (before) return did()
    return did({
      audit: {
        subject: { kind: 'application', id },
        action: 'emailed',
        ...(files.length > 0 && { after: { documents: files.map((file) => file.id).join(', ') } }),
      },
      mails: [caseMail(letter, head, answered && { messageId: answered.messageId, quote })],
    })
  },
  done: { sent: 'The email is being sent' },
  leadsTo: (_, { params }) => adminHref('caseMails', { id: params.id! }, { done: 'sent' }),
})

/** Without a script the page comes back with the reply behind what was typed. */
const insert = command({
  ...ofCase,
  form: insertForm,
  run: async ({ params: { id }, input: { reply, text }, sql, admin }) => {
    const chosen = (await reasonTexts(sql.raw, { kind: 'reply' })).find((known) => known.id === reply)
    const [application] = await sql<{ id: string }[]>`select id from applications where id = ${id}::uuid`
    if (!application) return unknownCase
    if (!chosen) return wrong({ reply: 'Choose a saved reply' })
    const { title: event, reference, number, contactName: name } = await findCorrespondent(sql, id)
    const filled = fillReply(chosen.text, { name, event, reference, number: number ?? '', me: admin.name })
    return did({ answer: [text, filled].filter(Boolean).join('\n\n') })
  },
  leadsTo: () => null,
})

const mailsOfCase = page('caseMails', {
  commands: { write, insert },
  load: async ({ params: { id }, query, sql, visitor, now, answers, refused, typed, services: { env } }) => {
    const opened = await openCase(sql, { id, visitor, now })
    if (opened.kind !== 'found') return opened
    const answer = typed.answer ?? query.get('answer') ?? ''
    const [{ rows: mails, pages }, correspondent, found, attachable, replies] = await Promise.all([
      readList({
        query,
        pageSize,
        rows: ({ limit, offset }) => sql<
          {
            id: string
            isIncoming: boolean
            subject: string
            text: string
            at: Instant
            /** Of what came in: its sender; else who wrote it, or empty. */
            name: string
            /** The other side's. */
            email: string
            /** Of what was sent. */
            mailState: MailState | null
            isAutomatic: boolean
            isFromOther: boolean
            attachedByName: string | null
            isRead: boolean
            isUnreadable: boolean
            /** Of what was sent, by their names. */
            sentFiles: string[]
            /** Of what came in: those that are documents of the case now, and those that were not taken. */
            files: { id: string | null; name: string; state: string; reason: string }[]
          }[]
        >`
          select m.id, false as is_incoming, m.subject, left(m.text_body, ${maxShown}::int) as text, m.created_at as at,
            coalesce(m.author_name, '') as name, m.to_email as email, m.state as mail_state, false as is_automatic, false as is_from_other,
            null as attached_by_name, true as is_read, false as is_unreadable,
            array(select t.name from mail_attachments t where t.mail_id = m.id order by t.position) as sent_files, '[]'::jsonb as files
          from mails m where m.application_id = ${id}::uuid
          union all
          select i.id, true, i.subject, left(i.text_body, ${maxShown}::int), i.received_at, i.from_name, i.from_email, null, i.is_automatic,
            i.is_from_other, i.attached_by_name, i.state <> 'waiting', i.state = 'unreadable', '{}',
            coalesce(
              (
                select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'state', f.state, 'reason', f.reason) order by f.uploaded_at, f.id)
                from evidence_files f where f.mail_id = i.id
              ),
              '[]'
            ) || jsonb_path_query_array(i.files, '$[*] ? (@.refused != null)')
          from incoming_mails i where i.application_id = ${id}::uuid
          order by at desc, id desc
          limit ${limit}::int offset ${offset}::int`,
        count: (limit) => sql<{ count: number }[]>`
          select count(*)::int as count from (
            select id from mails where application_id = ${id}::uuid
            union all
            select id from incoming_mails where application_id = ${id}::uuid
            limit ${limit}::int
          ) as found`,
        hrefOf: (page) => caseMailsHref(id, { page }),
      }),
      findCorrespondent(sql, id),
      findAnswered(sql, { id, answer }),
      listAttachable(sql, opened.admin, id),
      reasonTexts(sql.raw, { kind: 'reply' }),
    ])
    const answered = found?.isAutomatic ? null : found
    const { contactName, email, isConfirmed } = correspondent
    const isTyped = refused !== null || answers.insert !== undefined
    const subject = answered && isConfirmed ? answered.subject : ''
    const letter = {
      salutation: contactName ? `Hello ${contactName},` : 'Hello,',
      subject: answered
        ? answerSubject(subject, opened.head.reference)
        : withReference('Your application', opened.head.reference),
      text: '',
      quote: answered && isConfirmed ? '1' : '',
      files: '',
      seen: crypto.randomUUID(),
      ...(isTyped && Object.fromEntries(letterFields.map((name) => [name, typed[name] ?? '']))),
      ...(answers.insert !== undefined && { text: answers.insert }),
    }
    const chosen = letter.files.split(',')
    const problem = refused?.fields?.length ? null : refused
    return {
      kind: 'found' as const,
      head: opened.head,
      to: email,
      isConfirmed,
      /** Otherwise answers do not come in here. */
      comesIn: env.incoming !== null,
      mails: mails.map((mail) => ({ ...mail, text: hideSecrets(mail.text) })),
      pages,
      answered: answered && { id: answered.id, subject: answered.subject, at: answered.at },
      letter,
      attachable: attachable.map(({ id, name, bytes }) => ({ id, name, bytes })),
      /** The documents that are sent once it is confirmed. */
      warned:
        problem && letter.files ? attachable.filter((file) => chosen.includes(file.id)).map(({ name }) => name) : [],
      replies: replies.map(({ id, text }) => ({ id, text })),
      problems: refused?.fields ?? [],
    }
  },
  status: statusOfCase,
})

const letterFields = ['salutation', 'subject', 'text', 'quote', 'files', 'seen'] as const

export const caseMails = closedToConflicted(mailsOfCase)
