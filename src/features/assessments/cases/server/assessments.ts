import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { listPages, rowsOf } from '#wire/list-pages.ts'
import { benchHref, queueHref, readPlace } from '../queue.ts'
import type { QueueData } from '../state.ts'
import { type Asked, countQueued, findNextQueued, listQueued } from './queue-queries.ts'

const pageSize = 50

/** Feeds the queue of assessments; an address that names an assessment as `next` leads to the one after it. */
const loadAssessments: Loader<QueueData> = async ({ query, visitor, services: { sql, now } }) => {
  const place = readPlace(query)
  const { view, sort, page } = place
  const at = now()
  const admin = await visitor.admin()
  const asked: Asked = { personId: admin!.id, now: at.toISOString(), today: londonDay(at) }
  const before = query.get('next')
  if (before !== null) {
    const [next] = isUuid(before) ? await findNextQueued(sql, { ...asked, view, sort, id: before }) : []
    return { kind: 'redirect', to: next ? benchHref(next.id, place) : queueHref(place), status: 303 }
  }
  const [rows, [counts]] = await Promise.all([
    listQueued(sql, { ...asked, view, sort, ...rowsOf(page, pageSize) }),
    countQueued(sql, asked),
  ])
  return {
    kind: 'page',
    data: {
      place,
      counts: counts!,
      cases: rows.slice(0, pageSize),
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: counts![view],
        hrefOf: (number) => queueHref({ ...place, page: number ?? 1 }),
      }),
      madeAt: asked.now,
    },
  }
}

export const assessments = handler({ load: loadAssessments })
