import type { CamelSql } from '#database/camel.ts'
import { isToken, tokenHash } from '#mail/link-token.ts'
import { command, did } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import { failure } from '#wire/failure.ts'
import { answerForm } from '../form.ts'
import { applicationAnsweredMail } from '../mails.ts'
import { addRemark, lockApplication } from '../queries.ts'
import { reviewingRoles } from '../rules.ts'

/** The asker is null where they no longer review: they get no email. */
const findQuestion = (sql: CamelSql, { token }: { token: string }) => sql<
  {
    applicationId: string
    reference: string
    status: string
    title: string
    question: string
    askerName: string | null
    askerEmail: string | null
    answeredAt: string | null
    expiresAt: string
  }[]
>`
  select q.application_id, a.reference, a.status, a.event_draft ->> 'title' as title, r.text as question,
    p.name as asker_name, p.email as asker_email, q.answered_at, q.expires_at
  from application_questions q
  join applications a on a.id = q.application_id
  join application_remarks r on r.id = q.remark_id
  left join people p on p.id = r.author_id and p.deactivated_at is null and p.roles && ${reviewingRoles}::text[]
  where q.token_hash = decode(${tokenHash(token)}::text, 'hex')`

const isOver = failure('conflict', 'This link takes no answer any more.')

/** Uses the link up: of two answers at once, one is stored. */
const sendAnswer = command({
  permission: 'anyone',
  params: { token: isToken },
  form: answerForm,
  run: async ({ params: { token }, input: { answer: text }, sql, now }) => {
    const [question] = await findQuestion(sql, { token })
    if (!question) return isOver
    const { applicationId, reference, title, askerName, askerEmail } = question
    // The lock keeps an answer from being added after the decision.
    const [application] = await lockApplication(sql, { id: applicationId })
    if (application?.status !== 'submitted') return isOver
    const [spent] = await sql<{ id: string }[]>`
      update application_questions set answered_at = ${now}::timestamptz
      where token_hash = decode(${tokenHash(token)}::text, 'hex') and answered_at is null and expires_at > ${now}::timestamptz
      returning application_id as id`
    if (!spent) {
      // The same words were sent before: a second click, not a second person.
      const [same] = await sql<{ id: number }[]>`
        select id from application_remarks
        where application_id = ${applicationId}::uuid and kind = 'answered' and text = ${text}::text limit 1`
      return same ? did() : isOver
    }
    await addRemark(sql, { applicationId, kind: 'answered', authorId: null, authorName: '', text, now })
    const asker = askerEmail && { name: askerName ?? '', email: askerEmail }
    return did({ mails: [asker && applicationAnsweredMail(asker, { id: applicationId, reference, title })] })
  },
  leadsTo: (_, { params }) => href('answer', { token: params.token! }),
})

/** Looking uses nothing up, because mail scanners follow links; the answer does. */
export const answer = page('answer', {
  commands: { answer: sendAnswer },
  load: async ({ params: { token }, sql, now, refused, typed: { answer = '' } }) => {
    const [found] = await findQuestion(sql, { token })
    if (!found) return { kind: 'unknown' as const }
    const { reference, title, question } = found
    /** Typed, and sent after the link had ended. */
    const unsent = answer.trim() === '' ? null : { reference, answer }
    if (found.answeredAt) return { kind: 'answered' as const, reference, title, unsent }
    // A link that is over says nothing else.
    if (found.status !== 'submitted') return { kind: 'decided' as const, unsent }
    if (new Date(found.expiresAt) <= new Date(now)) return { kind: 'expired' as const, unsent }
    const problem = refused?.fields?.[0]?.message ?? null
    return { kind: 'open' as const, token, reference, title, question, answer, problem }
  },
  status: (data) => {
    if (data.kind === 'unknown') return 404
    if (data.kind === 'answered') return data.unsent ? 409 : 200
    return data.kind === 'open' ? null : 410
  },
})
