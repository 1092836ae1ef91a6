import { dayAfter, mondayOf } from '#domain/calendar-day.ts'
import { londonDay } from '#domain/london-time.ts'
import { periods } from '#features/operations/overview/rules.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { workNames, works } from '../rules.ts'
import type { ChartsData, DecisionTimes } from '../state.ts'
import {
  type DecisionTimesRow,
  listAssessmentTimes,
  listReviewTimes,
  listVerdicts,
  listWaiting,
  type WaitingRow,
} from './queries.ts'

/** Feeds the charts: how long decisions take, what waits how long, which criteria fail. */
const loadCharts: Loader<ChartsData> = async ({ query, visitor, services: { sql, now } }) => {
  const period = periods.find((days) => String(days) === query.get('days')) ?? 90
  const at = now()
  const last = londonDay(at)
  const span = { first: dayAfter(last, 1 - period), last }
  const [review, assessment, waiting, verdicts] = await Promise.all([
    listReviewTimes(sql, span),
    listAssessmentTimes(sql, span),
    listWaiting(sql, { now: at.toISOString() }),
    listVerdicts(sql, span),
  ])
  const shown = await Promise.all(workNames.map(async (work) => (await visitor.holds(works[work].permission)) && work))
  return {
    kind: 'page',
    data: {
      period,
      review: timesOf(review, span),
      assessment: timesOf(assessment, span),
      waiting: shown.filter((work) => work !== false).map((work) => waitingOf(work, waiting, at)),
      verdicts,
    },
  }
}

/** Every week of the time; a week without a decision has none. */
function timesOf(rows: DecisionTimesRow[], { first, last }: { first: string; last: string }): DecisionTimes {
  const none = { decisions: 0, median_hours: null, ninth_hours: null }
  const weeks: DecisionTimes['weeks'] = []
  for (let week = mondayOf(first); week <= last; week = dayAfter(week, 7)) {
    weeks.push({ ...none, ...rows.find((row) => row.week === week), week })
  }
  return { weeks, whole: rows.find(({ week }) => week === null) ?? { week: null, ...none } }
}

function waitingOf(work: WaitingRow['work'], rows: WaitingRow[], now: Date): ChartsData['waiting'][number] {
  const row = rows.find((each) => each.work === work)
  if (!row) return { work, open: 0, ages: [0, 0, 0, 0, 0], oldestDays: 0 }
  const { open, days_0, days_2, days_5, days_10, days_30, oldest } = row
  const oldestDays = Math.max(0, Math.floor((now.getTime() - Date.parse(oldest)) / 86_400_000))
  return { work, open, ages: [days_0, days_2, days_5, days_10, days_30], oldestDays }
}

export const charts = handler({ load: loadCharts })
