import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { type CamelSql, camel } from '#database/camel.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { type Admin, carries } from '#domain/permissions.ts'
import type { Env } from '#env.ts'
import { findSuppressed } from '#mail/find-suppressed.ts'
import { hideSecrets, withoutSecrets } from '#mail/link-token.ts'
import { queueSending } from '#mail/queue-mail.ts'
import { command, did } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import { read } from '#requests/command.ts'
import { cleanText } from '#wire/clean-text.ts'
import { failure } from '#wire/failure.ts'
import { readList, readSort } from '#wire/list-pages.ts'
import { countSuppressed } from './bounces/server.ts'
import { type MailState, mailboxHref, mailStates, notArrived, usualSort } from './rules.ts'
import { sendAgain } from './server/send-mail.ts'

const maxAgain = 1000

/** For example after the mail server was set up wrongly. */
const again = command({
  permission: 'mail',
  run: async ({ sql }) => {
    const failed = await sql<{ id: string }[]>`
      update mails set state = 'waiting', attempts = 0, reason = null, settled_at = null
      where id in (select id from mails where state = 'failed' order by id desc limit ${maxAgain}::int for update skip locked)
      returning id`
    for (const { id } of failed) await queueSending(sql.raw, id)
    const mails = failed.length
    const audit = { subject: { kind: 'mail', id: 'failed' }, action: 'sent-again', after: { mails } }
    return did({ answer: { again: mails }, ...(mails > 0 && { audit }) })
  },
  leadsTo: ({ again }) => adminHref('mailbox', { again }),
})

type MailRow = {
  id: string
  kind: string
  toName: string
  toEmail: string
  subject: string
  state: MailState
  reason: string | null
  createdAt: string
}

/** With `case-mails` alone those of cases; never those of a case in which the reader has a conflict of interest. */
const readable = (sql: CamelSql, { id, roles }: Admin) => sql`
  (${carries(roles, 'mail')}::boolean or mails.application_id is not null) and not exists (
    select from conflicts_of_interest as x where x.application_id = mails.application_id and x.person_id = ${id}::text
  )`

/** Links are for who gets them; with `mail` they are seen where there is no mail server. */
const shownText = (text: string, { roles }: Admin, env: Env) =>
  carries(roles, 'mail') ? withoutSecrets(text, env) : hideSecrets(text)

const fits = (sql: CamelSql, { state, q, reader }: { state: MailState | null; q: string; reader: Admin }) =>
  sql`${readable(sql, reader)} ${state === null ? sql`` : sql`and state = ${state}::text`}
    ${q === '' ? sql`` : sql`and (fold(to_email) like (select containing(${q}::text)) or fold(subject) like (select containing(${q}::text)))`}`

export const mailbox = page('mailbox', {
  commands: { again },
  // Sending every failed email again has to be asked for by name.
  intentOf: () => null,
  load: async ({ query, sql, visitor, services: { env } }) => {
    const reader = (await visitor.admin())!
    const state = mailStates.find((known) => known === query.get('state')) ?? null
    const sort = readSort(query.get('sort'), ['written'], usualSort)
    const q = cleanText(query.get('q'))
    const [{ rows: mails, pages }, [counts], suppressed] = await Promise.all([
      readList({
        query,
        rows: ({ limit, offset }) => sql<MailRow[]>`
          select id, kind, to_name, to_email, subject, state, reason, created_at
          from mails
          where ${fits(sql, { state, q, reader })}
          ${sort.descending ? sql`order by id desc` : sql`order by id`}
          limit ${limit}::int offset ${offset}::int`,
        count: (limit) => sql<{ count: number }[]>`
          select count(*)::int as count
          from (select from mails where ${fits(sql, { state, q, reader })} limit ${limit}::int) as found`,
        hrefOf: (page) => mailboxHref({ state, q }, sort, page),
      }),
      sql<{ waiting: number; failed: number }[]>`
        select
          (select count(*) from mails where state = 'waiting' and ${readable(sql, reader)}) as waiting,
          (select count(*) from mails where state = 'failed' and ${readable(sql, reader)}) as failed`,
      countSuppressed(sql),
    ])
    return {
      state,
      q,
      counts: counts!,
      /** How many failed emails are being sent again. */
      again: /^\d{1,4}$/.test(query.get('again') ?? '') ? Number(query.get('again')) : null,
      mails,
      /** How many addresses get no email. */
      suppressed: suppressed[0]!.count,
      seesAll: carries(reader.roles, 'mail'),
      /** There is no mail server. */
      isKeeping: env.sandbox.has('mail'),
      sort,
      pages,
    }
  },
})

/** Pressed twice, it changes nothing more. */
const resend = command({
  permission: 'case-mails',
  params: { id: isUuid },
  run: async ({ params: { id }, sql, admin }) => {
    const [mail] = await sql<{ id: string }[]>`select id from mails where id = ${id}::uuid and ${readable(sql, admin)}`
    if (!mail) return failure('not-found', 'There is no such email.')
    const again = await sendAgain(sql, id)
    return did({
      answer: { id, again },
      ...(again && { audit: { subject: { kind: 'mail', id }, action: 'sent-again' } }),
    })
  },
  leadsTo: ({ id, again }) => adminHref('mail', { id }, { again }),
})

export const mail = page('mail', {
  commands: { resend },
  load: async ({ params: { id }, query, sql, visitor, services: { env } }) => {
    const reader = (await visitor.admin())!
    const [row] = isUuid(id)
      ? await sql<
          (MailRow & {
            textBody: string
            attempts: number
            settledAt: string | null
            applicationId: string | null
            attachments: { position: number; name: string; contentType: string; bytes: number; isStored: boolean }[]
          })[]
        >`
          select
            mails.id, kind, to_name, to_email, subject, text_body, state, attempts, reason, created_at, settled_at,
            application_id,
            coalesce(
              (
                select jsonb_agg(
                  jsonb_build_object('position', a.position, 'name', a.name, 'contentType', a.content_type,
                    'bytes', length(a.content), 'isStored', a.file_key is not null)
                  order by a.position
                )
                from mail_attachments a where a.mail_id = mails.id
              ),
              '[]'
            ) as attachments
          from mails
          where mails.id = ${id}::uuid and ${readable(sql, reader)}`
      : []
    if (!row) return notFound()
    const { textBody, ...shown } = row
    return {
      mail: { ...shown, text: shownText(textBody, reader, env) },
      from: env.smtp.from,
      isAskedAgain: query.has('again') && !notArrived.includes(row.state),
      isSuppressed: (await findSuppressed(sql.raw, row.toEmail)) !== null,
      seesAll: carries(reader.roles, 'mail'),
    }
  },
})

// An email's HTML is shown in a page of ours: it can be looked at and its links opened, and nothing else.
const htmlPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

export const getMailHtml = read({
  permission: 'case-mails',
  summary: 'The HTML part of an email',
  params: type({ id: 'string.uuid' }),
  answers: { 200: { file: 'text/html' } },
  failures: { 'not-found': 'There is no such email.' },
  run: async ({ params: { id }, admin, services: { sql: raw, env } }) => {
    const sql = camel(raw)
    const [mail] = await sql<{ html: string }[]>`
      select html_body as html from mails where id = ${id}::uuid and ${readable(sql, admin!)}`
    if (!mail) return failure('not-found', 'There is no such email.')
    return {
      file: shownText(mail.html, admin!, env),
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': htmlPolicy, 'x-frame-options': 'SAMEORIGIN' },
    }
  },
})

export const getMailAttachment = read({
  permission: 'case-mails',
  summary: 'An attachment of an email',
  params: type({ id: 'string.uuid', position: type('string <= 4').to('string.integer.parse') }),
  answers: { 200: { file: '*/*' } },
  headers: ['Content-Disposition'],
  failures: { 'not-found': 'There is no such file.' },
  run: async ({ params: { id, position }, admin, services: { sql: raw, env } }) => {
    const sql = camel(raw)
    // Documents of a case are read there, where each look is written down.
    const [file] = await sql<{ name: string; type: string; content: Uint8Array }[]>`
      select name, content_type as type, content from mail_attachments
      where mail_id = ${id}::uuid and position = ${position}::int and file_key is null
        and exists (select from mails where mails.id = mail_id and ${readable(sql, admin!)})`
    if (!file) return failure('not-found', 'There is no such file.')
    return {
      file: file.type.startsWith('text/')
        ? shownText(new TextDecoder().decode(file.content), admin!, env)
        : file.content,
      contentType: file.type,
      headers: { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}` },
    }
  },
})
