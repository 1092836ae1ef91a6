import { camel } from '#database/camel.ts'
import { londonDay } from '#domain/london-time.ts'
import type { Admin } from '#domain/permissions.ts'
import { readOpenDecisions } from '#features/applications/server/read-open-decisions.ts'
import type { Services } from '#requests/services.ts'
import { judgedCriteria } from '../judged-criteria.ts'
import { lastStep } from '../steps.ts'
import { mayDo } from './load-case.ts'
import { panelOf } from './panel.ts'
import { findCase, listFindings, listSteps } from './queries.ts'

export type CaseProgress = NonNullable<Awaited<ReturnType<typeof readCaseProgress>>>

/** How far an assessment is, and what the viewer can do in it now; null for an unknown one. Counts are of criteria. */
export async function readCaseProgress(
  { sql, now, env }: Pick<Services, 'sql' | 'now' | 'env'>,
  { id, admin }: { id: string; admin: Admin },
) {
  const pool = camel(sql)
  const today = londonDay(now())
  const [[found], findings, steps, [conditions]] = await Promise.all([
    findCase(pool, { id }),
    listFindings(pool, { id }),
    listSteps(pool, { id }),
    pool<{ overdue: number }[]>`
      select count(*)::int as overdue from assessment_conditions
      where assessment_id = ${id}::uuid and met_at is null and due_on < ${today}::date`,
  ])
  if (!found) return null
  const [panel, decisions] = await Promise.all([
    panelOf(pool, steps),
    readOpenDecisions(sql, { applicationId: found.applicationId, personId: admin.id }, now()),
  ])
  const criteria = judgedCriteria(found.criteria, found.eventDraft, findings)
  const must = criteria.filter(({ level }) => level === 'must')
  const { status, outcome, assignedName } = found
  const isBarred = decisions!.open.assess !== null
  const viewed = { isBarred, found, steps, panel, admin, at: now().toISOString(), hasFourEyes: env.reviewFourEyes }
  const { decide, closeNotice } = mayDo({ ...viewed, as: 'assessor' })
  return {
    id,
    status,
    outcome,
    assignedName,
    may: { decide, closeNotice },
    isVoting: mayDo({ ...viewed, as: 'panel' }).vote,
    proposedBy: lastStep(steps, 'proposed')?.byName ?? '',
    wanted: must.length,
    received: must.filter(({ found: { state } }) => state !== 'wanted' && state !== 'more-needed').length,
    accepted: must.filter(({ found: { state } }) => state === 'accepted').length,
    toRead: criteria.filter(({ found: { state } }) => state === 'received').length,
    unjudged: criteria.filter(({ found: { verdict } }) => verdict === null).length,
    overdue: conditions!.overdue,
  }
}
