import { readTimeCursor, timeCursor } from '../../../../database/time-cursor.ts'
import { type ApplicationStatus, applicationStatusNames } from '../../../../domain/application-state.ts'
import { handler, type Loader } from '../../../../requests/page-loader.ts'
import { cleanText } from '../../../../wire/clean-text.ts'
import { ages, queueHref, queueStatuses } from '../rules.ts'
import type { QueueData, QueueFilters } from '../state.ts'
import { countApplications, countUnproven, listApplications, listUnproven } from './queue-queries.ts'
import { countOpenSamples, listOpenSamples } from './sample-queries.ts'

const pageSize = 25
/** Most of those whose identity is to be confirmed, and of the sampled, that the page shows: when one is dealt with, the next one moves up. */
const maxUnproven = 100

/** Feeds the queue: what waits oldest first, what is decided newest first. */
export const loadQueue: Loader<QueueData> = async ({ query, visitor, services }) => {
  const { sql, now } = services
  const madeAt = now()
  const filters = readFilters(query)
  const after = readTimeCursor(query.get('after'))
  const admin = await visitor.admin()
  const assignedTo = filters.whose === 'mine' ? (admin?.id ?? 'nobody') : filters.whose === 'nobody' ? 'nobody' : null
  const before = filters.older === null ? null : new Date(madeAt.getTime() - filters.older * 86_400_000).toISOString()
  // One more than is shown tells whether there is a next page.
  const { status } = filters
  const [rows, counts, unproven, [unprovenCount], sampled, [sampledCount]] = await Promise.all([
    listApplications(sql, {
      status: filters.status,
      text: filters.q || null,
      submittedBefore: before,
      assignedTo,
      position: after?.position ?? null,
      id: after?.id ?? null,
      newestFirst: filters.status !== 'submitted',
      limit: pageSize + 1,
    }),
    countApplications(sql),
    status === 'identity' ? listUnproven(sql, { limit: maxUnproven }) : [],
    countUnproven(sql),
    status === 'sampled' ? listOpenSamples(sql, { limit: maxUnproven }) : [],
    countOpenSamples(sql),
  ])
  const applications = rows.slice(0, pageSize)
  const last = applications.at(-1)
  return {
    kind: 'page',
    data: {
      filters,
      counts: {
        ...(Object.fromEntries(
          applicationStatusNames.map((known) => [known, counts.find((row) => row.status === known)?.applications ?? 0]),
        ) as Record<ApplicationStatus, number>),
        identity: unprovenCount?.listings ?? 0,
        sampled: sampledCount?.samples ?? 0,
      },
      applications,
      unproven,
      sampled,
      firstHref: after ? queueHref(filters) : null,
      nextHref: rows.length > pageSize && last ? queueHref(filters, timeCursor(last)) : null,
      madeAt: madeAt.toISOString(),
    },
  }
}

function readFilters(query: URLSearchParams): QueueFilters {
  const whose = query.get('whose')
  return {
    status: queueStatuses.find((known) => known === query.get('status')) ?? 'submitted',
    q: cleanText(query.get('q')),
    older: ages.find((days) => String(days) === query.get('older')) ?? null,
    whose: whose === 'mine' || whose === 'nobody' ? whose : 'all',
  }
}

export const queue = handler({ load: loadQueue })
