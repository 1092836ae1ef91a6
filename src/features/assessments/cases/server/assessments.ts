import type { SqlRunner } from '../../../../database/sql.ts'
import { readTimeCursor, timeCursor } from '../../../../database/time-cursor.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { londonDay } from '../../../../domain/london-time.ts'
import { handler, type Loader } from '../../../../requests/page-loader.ts'
import { benchHref, type QueueView, queueHref, readView } from '../queue.ts'
import type { QueueData } from '../state.ts'
import { type Asked, countQueued, findPosition, listQueued } from './queue-queries.ts'

const pageSize = 50

/** Feeds the queue of assessments; an address that names an assessment as `next` leads to the one after it. */
const loadAssessments: Loader<QueueData> = async ({ query, visitor, services: { sql, now } }) => {
  const view = readView(query.get('view'))
  const at = now()
  const admin = await visitor.admin()
  const asked: Asked = { personId: admin!.id, now: at.toISOString(), today: londonDay(at) }
  const before = query.get('next')
  if (before !== null) {
    const next = isUuid(before) ? await findNext(sql, asked, view, before) : null
    return { kind: 'redirect', to: next ? benchHref(next, view) : queueHref(view), status: 303 }
  }
  const after = readTimeCursor(query.get('after'))
  const [rows, [counts]] = await Promise.all([
    listQueued(sql, { ...asked, view, after, limit: pageSize + 1 }),
    countQueued(sql, asked),
  ])
  const cases = rows.slice(0, pageSize)
  const last = cases.at(-1)
  return {
    kind: 'page',
    data: {
      view,
      counts: counts!,
      cases,
      firstHref: after ? queueHref(view) : null,
      nextHref: rows.length > pageSize && last ? queueHref(view, timeCursor(last)) : null,
      madeAt: asked.now,
    },
  }
}

/** The one that has waited longest after this one; from the beginning where this one waits no more, or is the last. */
async function findNext(sql: SqlRunner, asked: Asked, view: QueueView, id: string): Promise<string | null> {
  const [here] = await findPosition(sql, { ...asked, view, id })
  const after = here ? { position: here.position, id } : null
  const [next] = await listQueued(sql, { ...asked, view, after, limit: 1 })
  const found = next ?? (await listQueued(sql, { ...asked, view, after: null, limit: 1 }))[0]
  return found && found.id !== id ? found.id : null
}

export const assessments = handler({ load: loadAssessments })
