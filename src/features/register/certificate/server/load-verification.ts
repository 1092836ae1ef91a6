import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { answerFactsOf, answerHoldsUntil } from '#domain/register-answer.ts'
import { isWithheld } from '#domain/register-status.ts'
import { misreadNumbers, typedLimit } from '#domain/typed-number.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { assuredOf } from '#features/register/server/assurance-queries.ts'
import { certificationJsonLd } from '#features/register/server/json-ld.ts'
import { page, redirect } from '#page/page.ts'
import { href } from '#pages.ts'
import { findMisread, findTyped } from './queries.ts'

/** Every spelling leads to the register's; unknown numbers are 404. */
export const verification = page('verification', {
  load: async ({ params: { number: typed }, sql, now, services }) => {
    const row = await findTyped(sql.raw, typed)
    if (!row) {
      const numbers = misreadNumbers(typed)
      const [meant = null] = numbers.length > 0 ? await findMisread(sql.raw, { numbers }) : []
      return {
        kind: 'unknown' as const,
        typed: typed.slice(0, typedLimit),
        meant,
      }
    }
    if (typed !== row.number) return redirect(href('verification', { number: row.number }), 301)
    return {
      kind: 'found' as const,
      ...pickFields(row, 'number', 'slug', 'validFrom', 'title', 'organiser'),
      facts: answerFactsOf(row, londonDay(new Date(now))),
      readAt: now,
      assured: assuredOf(row),
      reason: row.statusReason,
      when: dateAndTime(row),
      where: place(row.venue, row.city),
      isDemonstration: row.isDemo,
      proof: await services.proofOf(row.number),
      hasCredential: (await services.credentialOf(row.number)) !== null,
      jsonLd: certificationJsonLd(row, { brand: services.brand, publicUrl: services.env.publicUrl }),
    }
  },
  status: ({ kind }) => (kind === 'found' ? null : 404),
  headers: (data) => {
    if (data.kind === 'unknown') return { 'x-robots-tag': 'noindex' }
    // No CDN keeps it: a failed check is counted each time, so it has to reach us.
    return isWithheld(data.facts.status) ? { 'cache-control': 'private, no-cache' } : {}
  },
  tags: (data) => (data.kind === 'found' ? [pageTags.registerEntry(data.slug)] : []),
  until: (data) => (data.kind === 'found' ? answerHoldsUntil(data.facts) : null),
})
