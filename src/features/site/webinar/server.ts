import { type } from 'arktype'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { hasStarted, startOf } from '#domain/promotion-date.ts'
import { readClaims, readContentFlags } from '#features/claims/server/read-claims.ts'
import { readPromotionDate } from '#features/site/server/promotion-dates.ts'
import { command, did } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import { href } from '#pages.ts'
import { failure } from '#wire/failure.ts'
import { content } from './content.ts'
import { invitationMail, webinarCalendar } from './mails.ts'
import { signUpForm, startedText } from './rules.ts'

/** Signing up again is answered in the same way, so that nobody learns who has signed up. */
export const signUpForWebinar = command({
  permission: 'anyone',
  form: signUpForm,
  limit: { name: 'webinar-sign-ups', points: 60, seconds: 600 },
  api: {
    summary: 'Sign up for the webinar',
    description: 'Stored once for each email address. The answer is the same if it is sent again.',
    answers: { 201: type({ id: 'string.uuid' }) },
    failures: { conflict: 'The webinar has started, or sign-up is closed.' },
  },
  run: async ({ input: { name, email }, sql, services }) => {
    const { env, now } = services
    if ((await readClaims({ sql: sql.raw, env, now }, ['webinar-event']))['webinar-event'].length === 0)
      return failure('conflict', content.notAnnounced.text)
    const when = await readPromotionDate(sql.raw, 'webinar', 'share')
    const startsAt = startOf(when)
    if (hasStarted(startsAt, now()) && env.mode !== 'demo') return failure('conflict', startedText(when))
    if (!(await readContentFlags(sql.raw)).webinar) return failure('conflict', content.closed)
    const [added] = await sql<{ id: string }[]>`
      insert into webinar_sign_ups (webinar_at, name, email)
      values (${startsAt}::timestamptz, ${name}::text, ${email}::text)
      on conflict (lower(email), webinar_at) do nothing
      returning id`
    if (added) return did({ answer: added, status: 201, mails: [invitationMail(added.id, when, email, services)] })
    const [first] = await sql<{ id: string }[]>`
      select id from webinar_sign_ups
      where lower(email) = lower(${email}::text) and webinar_at = ${startsAt}::timestamptz`
    return did({ answer: first!, status: 201 })
  },
  leadsTo: ({ id }) => `${href('webinar', { 'signed-up': id })}#registration`,
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

/** With `signed-up` and the id of a sign-up it is its confirmation, where a post without a script leads. */
export const webinar = page('webinar', {
  commands: { signUp: signUpForWebinar },
  load: async ({ query, sql, services: { brand, env, now }, refused }) => {
    const [flags, when, claims] = await Promise.all([
      readContentFlags(sql.raw),
      readPromotionDate(sql.raw, 'webinar'),
      readClaims({ sql: sql.raw, env, now }, places),
    ])
    const startsAt = startOf(when)
    const id = refused ? null : query.get('signed-up')
    const isDone = isUuid(id)
    if (isDone) {
      const [signUp] = await sql<{ id: string }[]>`
        select id from webinar_sign_ups where id = ${id}::uuid and webinar_at = ${startsAt}::timestamptz`
      if (!signUp) return notFound()
    }
    const started = hasStarted(startsAt, now())
    const isAnnounced = claims['webinar-event'].length > 0
    const isOpen = isAnnounced && flags.webinar && (!started || env.mode === 'demo')
    const file = started && !isOpen ? null : webinarCalendar(when, brand, env.publicUrl + href('webinar'), now())
    return {
      /** False in production without proof of the event: then nothing of it is shown. */
      isAnnounced,
      when,
      isToday: londonDay(now()) === londonDay(new Date(startsAt)),
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
      /** A `data:` address; null when there is nothing to note down any more. */
      calendar: file && `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`,
      isDone,
    }
  },
  // Pages are kept until the day ends, but on its own day the webinar closes before that.
  tags: ({ isDone, isToday }) => (isDone || isToday ? null : [pageTags.contentFlags]),
  headers: ({ isDone, isToday }): Record<string, string> =>
    isToday && !isDone ? { 'cache-control': 'no-cache', 'x-robots-tag': 'all' } : {},
})
