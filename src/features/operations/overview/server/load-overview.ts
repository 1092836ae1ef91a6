import { deskPaths } from '../../../../desk-paths.ts'
import { dayAfter } from '../../../../domain/calendar-day.ts'
import type { Duty } from '../../../../domain/duties.ts'
import { londonDateOf, londonDay } from '../../../../domain/london-time.ts'
import { registerStatuses } from '../../../../domain/register-status.ts'
import { handler, type Loader } from '../../../../page-loader.ts'
import { paths } from '../../../../paths.ts'
import type { Services } from '../../../../services.ts'
import { periods } from '../rules.ts'
import type { OverviewData, Waiting } from '../state.ts'
import {
  countRegister,
  countWaiting,
  listDecisionsOverTime,
  readFunnel,
  readMedian,
  sumRevenue,
  type WaitingRow,
} from './queries.ts'

/** Feeds the desk's front page: what waits, and the pictures, each for whom it concerns. */
export const loadOverview: Loader<OverviewData> = async ({ query, visitor, services }) => {
  const { sql, now } = services
  const holds = async <Value>(duty: Duty, read: () => Promise<Value>) =>
    (await visitor.holds(duty)) ? await read() : null
  const period = periods.find((days) => String(days) === query.get('days')) ?? 30
  const last = londonDay(now())
  const first = dayAfter(last, 1 - period)
  const seesFunnel = (await visitor.holds('review')) || (await visitor.holds('money'))
  const [waiting, funnel, decisions, revenue, register] = await Promise.all([
    listWaiting(services, visitor.holds),
    seesFunnel ? readFunnel(sql, { first, last }) : null,
    holds('review', async () => {
      const span = period > 30 ? ('week' as const) : ('day' as const)
      const [rows, [median]] = await Promise.all([
        listDecisionsOverTime(sql, { first, last, span }),
        readMedian(sql, { first, last }),
      ])
      return { span, rows, median: median!.hours, count: median!.decisions }
    }),
    holds('money', () => sumRevenue(sql, { first, last })),
    holds('register', async () => {
      const rows = await countRegister(sql)
      return registerStatuses.map((status) => ({
        status,
        entries: rows.find((row) => row.status === status)?.entries ?? 0,
      }))
    }),
  ])
  return { kind: 'page', data: { waiting, period, funnel: funnel?.[0] ?? null, decisions, revenue, register } }
}

async function listWaiting(
  { sql }: Pick<Services, 'sql'>,
  holds: (duty: Duty) => Promise<boolean>,
): Promise<Waiting[]> {
  const [row] = await countWaiting(sql)
  const waiting: Waiting[] = []
  for (const { duty, of } of kinds) if (await holds(duty)) waiting.push(of(row!))
  return waiting
}

const kinds: { duty: Duty; of: (row: WaitingRow) => Waiting }[] = [
  {
    duty: 'review',
    of: ({ applications: count, oldest_application: oldest }) => ({
      label: count === 1 ? 'application to decide' : 'applications to decide',
      count,
      href: deskPaths.queue(),
      note: oldest && `The oldest came in on ${londonDateOf(oldest)}`,
    }),
  },
  {
    duty: 'review',
    of: ({ unproven: count }) => ({
      label: count === 1 ? 'identity to confirm' : 'identities to confirm',
      count,
      href: deskPaths.queue({ status: 'identity' }),
      note: 'Paid, and not published yet',
    }),
  },
  {
    duty: 'correspondence',
    of: ({ letters: count }) => ({
      label: count === 1 ? 'new letter' : 'new letters',
      count,
      href: deskPaths.letters('enquiries'),
      note: 'Enquiries, leads, sign-ups and reservations',
    }),
  },
  {
    duty: 'correspondence',
    of: ({ complaints: count }) => ({
      label: count === 1 ? 'open complaint' : 'open complaints',
      count,
      href: deskPaths.complaints(),
      note: null,
    }),
  },
  {
    duty: 'money',
    of: ({ findings: count }) => ({
      label: count === 1 ? 'payment to settle' : 'payments to settle',
      count,
      href: deskPaths.payments(),
      note: 'Paid twice, or not what was asked for',
    }),
  },
  {
    duty: 'mail',
    of: ({ failed_mails: count }) => ({
      label: count === 1 ? 'email not sent' : 'emails not sent',
      count,
      href: paths.mailbox({ state: 'failed' }),
      note: null,
    }),
  },
  {
    duty: 'mail',
    of: ({ failed_jobs: count }) => ({
      label: count === 1 ? 'job given up' : 'jobs given up',
      count,
      href: deskPaths.jobs({ state: 'failed' }),
      note: null,
    }),
  },
]

export const admin = handler({ load: loadOverview })
