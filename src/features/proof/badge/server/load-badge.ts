import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { answerFactsOf, answerHoldsUntil } from '#domain/register-answer.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import { type CertificateRow, findCertificate } from '#features/register/certificate/server/queries.ts'
import { filePaths } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import type { BadgeFacts } from '../badge-words.ts'
import { lookQuery, readLook } from '../look.ts'
import { badgeSvg } from './badge-svg.ts'

type LoadedBadge =
  /** Another spelling of the address: one address for each badge is what caches can keep. */
  | { kind: 'moved'; to: string }
  | { kind: 'unknown'; svg: string; style: string }
  /** `until`: when it stops being true without a change, as an ISO time. */
  | { kind: 'found'; svg: string; style: string; tags: string[]; until: string | null }

/**
 * The badge of a number as the register has it now.
 *
 * @param typed the number as it stands in the address, however it is spelt.
 */
export async function loadBadge(
  typed: string,
  query: URLSearchParams,
  { sql, brand, now }: Pick<Services, 'sql' | 'brand' | 'now'>,
): Promise<LoadedBadge> {
  const look = readLook(query)
  const number = tidyNumber(typed)
  const [row] = number ? await findCertificate(sql, { number }) : []
  if (!row) return { kind: 'unknown', ...badgeSvg(null, look, brand) }
  const search = query.size > 0 ? `?${query}` : ''
  const address = filePaths.badge(row.number, lookQuery(look))
  if (filePaths.badge(typed) + search !== address) return { kind: 'moved', to: address }
  const entry = badgeFactsOf(row, now())
  return {
    kind: 'found',
    ...badgeSvg(entry, look, brand),
    tags: [pageTags.registerEntry(row.slug)],
    until: answerHoldsUntil(entry.facts),
  }
}

/** What a badge says of an entry, from its row. */
export function badgeFactsOf(row: CertificateRow, now: Date): NonNullable<BadgeFacts> {
  const { number, title, assurance, is_demo: isDemonstration } = row
  return { number, title, assurance, isDemonstration, facts: answerFactsOf(row, londonDay(now)) }
}
