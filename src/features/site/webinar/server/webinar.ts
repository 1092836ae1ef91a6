import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { hasStarted, startOf } from '#domain/promotion-date.ts'
import { readContentFlags } from '#features/claims/server/content-flags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { holdPromotionDate, readPromotionDate } from '#features/site/server/promotion-dates.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, command } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { type KeptLoader, keptHandler } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { content } from '../content.ts'
import { startedText, type WebinarData } from '../rules.ts'
import { type SignUp, signUpAnswer, signUpSchema } from '../schema.ts'
import { invitationMail } from './invitation-mail.ts'
import { addSignUp, findSignUp, findSignUpByEmail } from './queries.ts'
import { webinarCalendar } from './webinar-calendar.ts'

export const signUpForWebinar = command({
  permission: 'anyone',
  summary: 'Sign up for the webinar',
  description: 'Stored once for each email address. The answer is the same if it is sent again.',
  schema: signUpSchema,
  answers: { 201: signUpAnswer },
  failures: { conflict: 'The webinar has started, or sign-up is closed.' },
  limit: { name: 'webinar-sign-ups', points: 60, seconds: 600 },
  run: async ({ input, services }) => {
    const signed = await signUp(services, input)
    return isFailure(signed) ? signed : answer({ id: signed.id }, { status: 201 })
  },
})

/** The webinar's page; with `signed-up` and the id of a sign-up, its confirmation (where a post without a script ends). */
const load: KeptLoader<WebinarData> = async ({ query, services }) => {
  const id = query.get('signed-up')
  if (isUuid(id)) {
    const data = await webinarPage(services, emptyForm, true)
    const [row] = await findSignUp(services.sql, { id, startsAt: startOf(data.when) })
    return row ? { kind: 'page', data } : { kind: 'not-found' }
  }
  const data = await webinarPage(services, emptyForm)
  const closesToday = londonDay(services.now()) === londonDay(new Date(startOf(data.when)))
  // A cached page stands until the day ends, but on its own day the webinar closes before that.
  return closesToday
    ? { kind: 'page', data, headers: { 'cache-control': 'no-cache', 'x-robots-tag': 'all' } }
    : { kind: 'page', data, tags: [pageTags.contentFlags] }
}

export const webinar = keptHandler<WebinarData>({
  load,
  act: formPost(signUpForWebinar, {
    done: ({ id }) => `${href('webinar', { 'signed-up': id })}#registration`,
    again: async ({ services }, form) => ({ kind: 'page', data: await webinarPage(services, form) }),
  }),
})

const places = [
  'webinar-event',
  'webinar-speaker',
  'webinar-banner',
  'webinar-testimonials',
  'webinar-urgency',
  'webinar-deadline',
  'webinar-registration',
] as const

/** What the page shows around its forms. */
async function webinarPage(services: Services, form: FormState, isDone = false): Promise<WebinarData> {
  const { sql, brand, env, now } = services
  const [flags, when, claims] = await Promise.all([
    readContentFlags(sql),
    readPromotionDate(sql, 'webinar'),
    readClaims(services, places),
  ])
  const started = hasStarted(startOf(when), now())
  const isAnnounced = claims['webinar-event'].length > 0
  const isOpen = isAnnounced && flags.webinar && (!started || env.mode === 'demo')
  const file = started && !isOpen ? null : webinarCalendar(when, brand, env.publicUrl + href('webinar'), now())
  return {
    when,
    isAnnounced,
    isOpen,
    hasStarted: started,
    claims: {
      speaker: claims['webinar-speaker'],
      banner: claims['webinar-banner'],
      testimonials: claims['webinar-testimonials'],
      urgency: claims['webinar-urgency'],
      deadline: claims['webinar-deadline'],
      registration: claims['webinar-registration'],
    },
    calendar: file && `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`,
    form,
    isDone,
  }
}

/**
 * Stores a sign-up and mails the link to join, each once for an address: signing up again changes nothing, mails nothing, and is
 * answered alike, so that nobody learns who has signed up.
 *
 * @returns `conflict` once the webinar has started (the demonstration goes on), and while the admin area has sign-up closed.
 */
async function signUp(services: Services, person: SignUp): Promise<{ id: string } | Failure> {
  // No person fills in the hidden field: the program is told what it hopes for, and nothing is stored.
  if (person[honeypotName]) return { id: crypto.randomUUID() }
  if ((await readClaims(services, ['webinar-event']))['webinar-event'].length === 0)
    return failure('conflict', content.notAnnounced.text)
  const announced = await readPromotionDate(services.sql, 'webinar')
  if (hasStarted(startOf(announced), services.now()) && services.env.mode !== 'demo')
    return failure('conflict', startedText(announced))
  if (!(await readContentFlags(services.sql)).webinar) return failure('conflict', content.closed.text)
  return await services.sql.begin(async (transaction) => {
    const date = await holdPromotionDate(transaction, 'webinar')
    const startsAt = startOf(date)
    const [row] = await addSignUp(transaction, { startsAt, name: person.name, email: person.email })
    if (!row) return (await findSignUpByEmail(transaction, { startsAt, email: person.email }))[0]!
    await queueMail(transaction, invitationMail(row.id, date, person.email, services), services)
    return row
  })
}
