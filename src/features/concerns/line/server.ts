import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import { newReference } from '#domain/new-reference.ts'
import { pageTags } from '#domain/page-tags.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import { addStep, findEntryByNumber } from '#features/concerns/server/cases.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { command, did } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import { failure, waitWords } from '#wire/failure.ts'
import { concernForm, messageForm, replyForm } from './form.ts'
import { concernMail, concernReceivedMail } from './mails.ts'
import { type ConcernState, type ConcernSubject, concernSubjects, isSettled, promisedAt } from './rules.ts'

const params = { token: (token: string) => tokenHash(token) !== null }

async function entryOf(sql: CamelSql, typed: string) {
  const number = tidyNumber(typed)
  const [entry] = number ? await findEntryByNumber(sql, { number }) : []
  return entry ?? null
}

export const reportConcern = command({
  permission: 'anyone',
  form: concernForm,
  api: {
    summary: 'Report a concern',
    description:
      'Misuse of an accreditation, or a worry about safety. Name and email address are optional. Anyone with the address of the status page can see the status of the case.',
    answers: {
      201: type({
        reference: 'string',
        /** Anybody who has it can see the status of the case. */
        statusUrl: 'string',
        /** By when somebody starts the case. */
        promisedAt: type('string').configure({ format: 'date-time' }),
      }),
    },
    failures: {},
  },
  limit: {
    name: 'concern',
    points: 5,
    seconds: 3600,
    when: 'Five reports in an hour have come from this address.',
    refusal: (seconds) =>
      `Several reports came from your network. Please wait ${waitWords(seconds)} and try again, or call us. If anyone is in danger, call 999.`,
  },
  run: async ({ input, sql, now, services: { env, brand } }) => {
    const { about, event, place, occurred, happened, name, email } = input
    const inDanger = input.inDanger === 'yes'
    const promised = promisedAt(new Date(now), inDanger)
    const entry = await entryOf(sql, event)
    const token = newToken()
    for (;;) {
      const reference = newReference('CON')
      const [stored] = await sql<{ id: string }[]>`
        insert into concerns (reference, about, in_danger, entry_id, event, place, occurred, happened, received_at,
          promised_at, token_hash)
        values (${reference}::text, ${about}::text, ${inDanger}::boolean, ${entry?.id ?? null}::uuid, ${event}::text,
          ${place}::text, ${occurred}::text, ${happened}::text, ${now}::timestamptz, ${promised}::timestamptz,
          decode(${tokenHash(token)!}::text, 'hex'))
        on conflict (reference) do nothing
        returning id`
      if (!stored) continue
      const { id } = stored
      await addStep(sql, { concernId: id, kind: 'received', actor: null, text: '', now })
      if (name || email)
        await sql`
          insert into concern_reporters (concern_id, name, email) values (${id}::uuid, ${name}::text, ${email}::text)`
      const link = href('concern', { token })
      return did({
        status: 201,
        answer: { reference, statusUrl: env.publicUrl + link, promisedAt: promised },
        mails: [
          email && concernReceivedMail({ id, reference }, { about, inDanger, email, promisedAt: promised }, link),
          concernMail({ id, reference }, inDanger, promised, brand),
        ],
      })
    }
  },
  leadsTo: ({ statusUrl }, { services }) => `${statusUrl.slice(services.env.publicUrl.length)}?received=1`,
})

export const concerns = page('concerns', {
  commands: { reportConcern },
  load: async ({ query, sql, typed }) => {
    const event = typed.event ?? (query.get('event') ?? '').slice(0, concernForm.fields.event.max)
    const about = query.get('about') ?? ''
    return { event, about: Object.hasOwn(concernSubjects, about) ? about : '', entry: await entryOf(sql, event) }
  },
  // A page with typed text in its address is not kept for others.
  tags: ({ event, entry }) => (entry ? [pageTags.registerEntry(entry.slug)] : event ? null : [pageTags.fixed]),
})

const addMessage = command({
  permission: 'anyone',
  params,
  form: messageForm,
  limit: {
    name: 'concern-message',
    points: 10,
    seconds: 3600,
    refusal: (seconds) => `Several messages came from your network. Please wait ${waitWords(seconds)} and try again.`,
  },
  run: async ({ params: { token }, input: { message }, sql, now }) => {
    const [concern] = await sql<{ id: string; state: ConcernState }[]>`
      select id, state from concerns where token_hash = decode(${tokenHash(token)!}::text, 'hex') for update`
    if (!concern) return failure('not-found', 'There is no report at this link.')
    if (isSettled(concern.state)) return failure('conflict', 'This case has ended. Report it again.')
    await addStep(sql, { concernId: concern.id, kind: 'message', actor: null, text: message, now })
    return did()
  },
  leadsTo: (_, { params: { token } }) => href('concern', { token: token! }, { added: true }),
})

/** Without names and without what was typed. */
export const concern = page('concern', {
  commands: { addMessage },
  load: async ({ params: { token }, query, sql }) => {
    const hash = tokenHash(token)
    if (!hash) return { kind: 'unknown' as const }
    const [concern] = await sql<
      {
        reference: string
        about: ConcernSubject
        inDanger: boolean
        state: ConcernState
        receivedAt: string
        promisedAt: string
        settledAt: string | null
        outcome: string | null
        entryTitle: string | null
        entrySlug: string | null
        messages: string[]
        hasEmail: boolean
      }[]
    >`
      select c.reference, c.about, c.in_danger, c.state, c.received_at, c.promised_at, c.settled_at, c.outcome,
        e.title as entry_title, e.slug as entry_slug,
        array(select to_char(s.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from case_steps as s
          where s.concern_id = c.id and s.kind = 'message' order by s.id) as messages,
        exists (select from concern_reporters as r where r.concern_id = c.id and r.email <> '') as has_email
      from concerns as c left join register_entries as e on e.id = c.entry_id
      where c.token_hash = decode(${hash}::text, 'hex')`
    if (!concern) return { kind: 'unknown' as const }
    return { kind: 'known' as const, ...concern, isNew: query.has('received'), isAdded: query.has('added') }
  },
  status: ({ kind }) => (kind === 'known' ? null : 404),
})

type QuestionRow = {
  id: string
  concernId: string
  reference: string
  state: ConcernState
  title: string
  number: string
  question: string
  expiresAt: string
  answeredAt: string | null
}

const findQuestion = (sql: CamelSql, { hash }: { hash: string }) => sql<QuestionRow[]>`
  select q.id, q.concern_id, c.reference, c.state, e.title, e.number, q.question, q.expires_at, q.answered_at
  from concern_replies as q
  join concerns as c on c.id = q.concern_id
  join register_entries as e on e.id = c.entry_id
  where q.token_hash = decode(${hash}::text, 'hex')`

const sendReply = command({
  permission: 'anyone',
  params,
  form: replyForm,
  limit: { name: 'concern-reply', points: 10, seconds: 3600 },
  run: async ({ params: { token }, input: { answer, publicReply }, sql, now }) => {
    const [question] = await findQuestion(sql, { hash: tokenHash(token)! })
    if (!question) return failure('not-found', 'There is no question at this link.')
    // Of two answers at once the second waits for the row, and finds it answered.
    const [answered] = await sql<{ id: string }[]>`
      update concern_replies as q set answered_at = ${now}::timestamptz, answer = ${answer}::text,
        public_reply = ${publicReply}::text
      where q.id = ${question.id}::uuid and q.answered_at is null and q.expires_at > ${now}::timestamptz
        and exists (select from concerns as c where c.id = q.concern_id and c.settled_at is null)
      returning q.id`
    if (!answered) return failure('conflict', 'You can no longer answer with this link.')
    await addStep(sql, { concernId: question.concernId, kind: 'replied', actor: null, text: answer, now })
    return did()
  },
})

const replyStatus = { unknown: 404, answered: 200, settled: 410, expired: 410, open: null } as const

/** Opening the link does not use it up, because mail scanners follow links. */
export const concernReply = page('concernReply', {
  commands: { sendReply },
  load: async ({ params: { token }, sql, now, typed }) => {
    const hash = tokenHash(token)
    const [row] = hash ? await findQuestion(sql, { hash }) : []
    if (!row) return { kind: 'unknown' as const }
    const { reference, title, number, question, expiresAt } = row
    const isExpired = new Date(expiresAt) <= new Date(now)
    const over = row.answeredAt ? 'answered' : isSettled(row.state) ? 'settled' : isExpired ? 'expired' : null
    // An answer that came too late is shown, so that it can be sent another way.
    if (over) return { kind: over, reference, unsent: typed.answer?.trim() ? typed.answer : null } as const
    return { kind: 'open' as const, reference, title, number, question, expiresAt }
  },
  status: (data) => ('unsent' in data && data.unsent ? 409 : replyStatus[data.kind]),
})
