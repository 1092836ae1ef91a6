import { assuranceLevels } from '#domain/assurance.ts'
import { sectors } from '#domain/categories.ts'
import { daysText } from '#domain/date-filters.ts'
import { registerStatuses } from '#domain/register-status.ts'
import { noFilters, type RegisterFilters, readFilters } from '#features/register/server/filters.ts'
import { type FeedFormat, filePaths, href } from '#pages.ts'

type Feed = {
  /** What is in it: 'Register of accredited events in Leeds'. */
  name: string
  filters: RegisterFilters
  pageHref: string
  feedHref: string
}

export function readFeed(list: 'listings' | 'events', format: FeedFormat, query: URLSearchParams): Feed {
  const read = readFilters(query)
  if (list === 'listings') {
    const { q, city, category, assurance, status } = read
    const level = assurance && `, ${assuranceLevels[assurance].label.toLowerCase()}`
    const ofStatus = status && `, ${registerStatuses[status].label.toLowerCase()}`
    const days = daysText(read)
    const name = `Register of accredited events${city && ` in ${city}`}${category && `: ${category}`}${days && `, ${days}`}${level}${ofStatus}${q && ` matching “${q}”`}`
    return { name, filters: read, pageHref: href('listings', read), feedHref: filePaths.listingsFeed(format, read) }
  }
  const sector = sectors.find((known) => known === read.category) ?? ''
  const shown = { category: sector }
  return {
    name: `Upcoming accredited events${sector && `: ${sector}`}`,
    filters: { ...noFilters, category: sector, verified: true },
    pageHref: href('events', shown),
    feedHref: filePaths.eventsFeed(format, shown),
  }
}
