import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { answerFactsOf, answerHoldsUntil } from '#domain/register-answer.ts'
import { isWithheld } from '#domain/register-status.ts'
import { misreadNumbers, tidyNumber, typedLimit } from '#domain/typed-number.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { assuredOf } from '#features/register/server/assured-of.ts'
import { href } from '#pages.ts'
import { type KeptLoader, keptHandler } from '#requests/page-loader.ts'
import type { Verification } from '../state.ts'
import { findCertificate, findMisread } from './queries.ts'

/**
 * What the register says of a certificate number today. However it is spelt, the answer stands under the spelling of the register;
 * numbers that it does not know are 404.
 */
const loadVerification: KeptLoader<Verification> = async ({ params, services }) => {
  const typed = params.number ?? ''
  const number = tidyNumber(typed)
  const [row] = number ? await findCertificate(services.sql, { number }) : []
  if (!row) {
    const numbers = misreadNumbers(typed)
    const [meant] = numbers.length > 0 ? await findMisread(services.sql, { numbers }) : []
    return {
      kind: 'page',
      status: 404,
      data: {
        kind: 'unknown',
        typed: typed.slice(0, typedLimit),
        meant: meant
          ? {
              number: meant.number,
              title: meant.title,
              when: dateAndTime({ date: meant.date, time: meant.time, isPrivate: meant.isPrivate }),
              where: place(meant.venue, meant.city),
            }
          : null,
      },
      tags: [],
      headers: { 'x-robots-tag': 'noindex' },
    }
  }
  if (typed !== row.number) return { kind: 'redirect', to: href('verification', { number: row.number }), status: 301 }
  const now = services.now()
  const facts = answerFactsOf(row, londonDay(now))
  return {
    kind: 'page',
    tags: [pageTags.registerEntry(row.slug)],
    // No CDN keeps it: a check that fails is counted each time, and for that it has to reach us.
    ...(isWithheld(row.status) ? { headers: { 'cache-control': 'private, no-cache' } } : {}),
    until: answerHoldsUntil(facts),
    data: {
      kind: 'found',
      number: row.number,
      slug: row.slug,
      facts,
      readAt: now.toISOString(),
      assured: assuredOf(row),
      reason: row.statusReason,
      validFrom: row.validFrom,
      title: row.title,
      organiser: row.organiser,
      when: dateAndTime({ date: row.date, time: row.time, isPrivate: row.isPrivate }),
      where: place(row.venue, row.city),
      isDemonstration: row.isDemo,
      proof: await services.proofOf(row.number),
      hasCredential: (await services.credentialOf(row.number)) !== null,
    },
  }
}

export const verification = keptHandler({ load: loadVerification })
