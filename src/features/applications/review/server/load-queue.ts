import { apiPath } from '#api.ts'
import { type ApplicationStatus, applicationStatusNames } from '#domain/application-facts.ts'
import type { Loader, PageRequest } from '#requests/page-loader.ts'
import { cleanText } from '#wire/clean-text.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { ages, handedWords, queueHref, queueStatuses, sampledHref, usualSampleSort, usualSort } from '../rules.ts'
import type { QueueData, QueueFilters } from '../state.ts'
import {
  countApplications,
  countProposed,
  countQueue,
  countUnproven,
  listApplications,
  listUnproven,
  type QueueQuery,
  queueColumns,
} from './queue-queries.ts'
import { countOpenSamples, listOpenSamples, sampleColumns } from './sample-queries.ts'
import { reviewersOf } from './work-on-application.ts'

const pageSize = 30
/** Most of those whose identity is to be confirmed that the page shows: when one is dealt with, the next one moves up. */
const maxUnproven = 100

/** Feeds the queue: what waits oldest first, what is decided newest first, unless it is sorted otherwise. */
export const loadQueue: Loader<QueueData> = async (request) => {
  const { query } = request
  const handed = /^\d{1,3}$/.exec(query.get('handed') ?? '')
  const says = handed ? ({ tone: 'success', title: handedWords(Number(handed[0])) } as const) : null
  return { kind: 'page', data: await queuePage(request, { says, chosen: [] }) }
}

/** The queue of an address. @param more what a post has come to. */
export async function queuePage(
  { query, visitor, services }: PageRequest,
  more: Pick<QueueData, 'says' | 'chosen'>,
): Promise<QueueData> {
  const { sql, now } = services
  const madeAt = now()
  const filters = readQueueFilters(query)
  const page = readPageNumber(query.get('page'))
  const asked = queueQuery(filters, (await visitor.admin())?.id ?? 'nobody', madeAt)
  const { status } = filters
  const sampleSort = readSort(query.get('sort'), sampleColumns, usualSampleSort)
  const [rows, [counted], counts, unproven, [unprovenCount], sampled, [sampledCount], [proposedCount], reviewers] =
    await Promise.all([
      listApplications(sql, { ...asked, sort: filters.sort, ...rowsOf(page, pageSize) }),
      countQueue(sql, { ...asked, limit: countLimit + 1 }),
      countApplications(sql),
      status === 'identity' ? listUnproven(sql, { limit: maxUnproven }) : [],
      countUnproven(sql),
      status === 'sampled' ? listOpenSamples(sql, { sort: sampleSort, ...rowsOf(page, pageSize) }) : [],
      countOpenSamples(sql),
      countProposed(sql),
      reviewersOf(services),
    ])
  return {
    ...more,
    filters,
    counts: {
      ...(Object.fromEntries(
        [...applicationStatusNames, 'withdrawn' as const].map((known) => [
          known,
          counts.find((row) => row.status === known)?.applications ?? 0,
        ]),
      ) as Record<ApplicationStatus | 'withdrawn', number>),
      identity: unprovenCount?.listings ?? 0,
      sampled: sampledCount?.samples ?? 0,
      proposed: proposedCount?.applications ?? 0,
    },
    applications: rows.slice(0, pageSize),
    unproven,
    sampled: sampled.slice(0, pageSize),
    sampleSort,
    pages: listPages({
      page,
      pageSize,
      ...(status === 'sampled'
        ? {
            fetched: sampled.length,
            counted: sampledCount!.samples,
            hrefOf: (number: number | null) => sampledHref(sampleSort, number),
          }
        : {
            fetched: rows.length,
            counted: counted!.applications,
            hrefOf: (number: number | null) => queueHref(filters, number),
          }),
    }),
    exportHref: apiPath('exportApplications', {}, exportedFilters(filters)),
    reviewers,
    madeAt: madeAt.toISOString(),
  }
}

/** The filters as the call takes them that makes a file of the list. */
function exportedFilters({ status, q, older, whose }: QueueFilters) {
  return { status, q, older, whose: whose === 'all' ? null : whose }
}

/** The filters as the database is asked. @param me who is signed in. */
export function queueQuery({ status, q, older, whose }: QueueFilters, me: string, now: Date): QueueQuery {
  return {
    status,
    text: q || null,
    submittedBefore: older === null ? null : new Date(now.getTime() - older * 86_400_000).toISOString(),
    assignedTo: whose === 'mine' ? me : whose === 'nobody' ? 'nobody' : null,
  }
}

/** The filters of an address. */
export function readQueueFilters(query: URLSearchParams): QueueFilters {
  const whose = query.get('whose')
  const status = queueStatuses.find((known) => known === query.get('status')) ?? 'submitted'
  return {
    status,
    sort: readSort(query.get('sort'), queueColumns, usualSort(status)),
    q: cleanText(query.get('q')),
    older: ages.find((days) => String(days) === query.get('older')) ?? null,
    whose: whose === 'mine' || whose === 'nobody' ? whose : 'all',
  }
}
