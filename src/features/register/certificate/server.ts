import { type } from 'arktype'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { answerFactsOf, answerHoldsUntil } from '#domain/register-answer.ts'
import { isAccredited, isWithheld } from '#domain/register-status.ts'
import { misreadNumbers, typedLimit } from '#domain/typed-number.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { page, redirect } from '#page/page.ts'
import { href } from '#pages.ts'
import { read } from '#requests/command.ts'
import { shownProof } from '#wire/entry-proof.ts'
import { failure } from '#wire/failure.ts'
import { assuredOf } from '../server/assurance-queries.ts'
import { certificationJsonLd } from '../server/json-ld.ts'
import { findMisread, findTyped } from './server/queries.ts'

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
      ...pickFields(row, 'number', 'slug', 'validFrom', 'title', 'organiser', 'statusReason', 'isDemo'),
      facts: answerFactsOf(row, londonDay(new Date(now))),
      readAt: now,
      assured: assuredOf(row),
      when: dateAndTime(row),
      where: place(row.venue, row.city),
      proof: shownProof(await services.proofOf(row.number)),
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

export const getCertificate = read({
  permission: 'anyone',
  summary: 'The certificate of a current accreditation, as a PDF',
  description:
    'The number of the certificate, followed by `.pdf`. The certificate has no information that is not in the public register, and holds the signed credential as attachments, `credential.jwt` and `credential.json`, with `credential.tlog-proof`, which proves that the public log holds it. For the same entry and the same checkpoint of the log it has the same bytes. In the seconds before a change has been signed it has no credential and no `ETag`.',
  params: type({ file: type(/^[\w.-]{1,80}\.pdf$/i) }),
  answers: { 200: { file: 'application/pdf' } },
  headers: ['Content-Disposition', 'ETag'],
  failures: { 'not-found': 'There is no such number, or its accreditation is not current.' },
  limit: { name: 'certificate', points: 60, seconds: 600 },
  run: async ({ params, services }) => {
    const { sql, env, brand, pdfs } = services
    const row = await findTyped(sql, params.file.slice(0, -'.pdf'.length))
    if (!row) return failure('not-found', 'There is no certificate with this number.')
    if (!isAccredited(row.status)) {
      return failure(
        'not-found',
        row.status === 'listed'
          ? `The event with the number ${row.number} is listed and not accredited yet, so it has no certificate.`
          : row.status === 'refused'
            ? `The event with the number ${row.number} was assessed and is not accredited, so it has no certificate.`
            : `The accreditation ${row.number} is not current, so it has no certificate.`,
      )
    }
    const { name, registration } = brand
    const credential = await services.provenCredentialOf(row.number)
    const given = { brand: { name, registration }, publicUrl: env.publicUrl, credential }
    const file = await pdfs.draw('certificate', row, given)
    if (file === 'busy') {
      const sentence = 'We are making many certificates at the moment. Please try again in a few seconds.'
      return failure('unavailable', sentence, { retryAfter: 10 })
    }
    return {
      file,
      contentType: 'application/pdf',
      headers: {
        'content-disposition': `attachment; filename="certificate-${row.number}.pdf"`,
        // Without a credential the file changes in a few seconds: nobody may keep it.
        ...(credential
          ? {
              'cache-control': 'no-cache',
              etag: `"${new Bun.CryptoHasher('sha256').update(file).digest('base64url')}"`,
            }
          : {}),
      },
    }
  },
})
