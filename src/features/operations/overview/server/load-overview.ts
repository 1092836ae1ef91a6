import { adminHref } from '#admin-pages.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import { londonDateOf, londonDay } from '#domain/london-time.ts'
import type { Permission } from '#domain/permissions.ts'
import { registerStatusNames } from '#domain/register-status.ts'
import { handler, type Loader, type PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { late } from '#wire/late.ts'
import { type Period, periods } from '../rules.ts'
import type { OverviewData, Pictures, Waiting } from '../state.ts'
import {
  countRegister,
  countWaiting,
  listDecisionsOverTime,
  readFunnel,
  readMedian,
  sumRevenue,
  type WaitingRow,
} from './queries.ts'

/** Feeds the admin area's front page: what waits, and the pictures, each for whom it concerns. */
const loadOverview: Loader<OverviewData> = async (request) => {
  const { query, visitor, services } = request
  const period = periods.find((days) => String(days) === query.get('days')) ?? 30
  const report = (problem: unknown) => services.log.error('pictures not counted', {}, problem)
  const pictures = late(countPictures(request, period), report)
  const waiting = await listWaiting(services, visitor.holds)
  const hasPeriod = (await visitor.holds('review')) || (await visitor.holds('money'))
  return { kind: 'page', data: { waiting, period, hasPeriod, pictures } }
}

async function countPictures({ visitor, services }: PageRequest, period: Period): Promise<Pictures> {
  const { sql, now, cdn } = services
  const holds = async <Value>(permission: Permission, read: () => Promise<Value>) =>
    (await visitor.holds(permission)) ? await read() : null
  const last = londonDay(now())
  const first = dayAfter(last, 1 - period)
  const seesFunnel = (await visitor.holds('review')) || (await visitor.holds('money'))
  const [funnel, decisions, revenue, register] = await Promise.all([
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
      return registerStatusNames.map((status) => ({
        status,
        entries: rows.find((row) => row.status === status)?.entries ?? 0,
      }))
    }),
  ])
  return { funnel: funnel?.[0] ?? null, isBehindCdn: cdn !== null, decisions, revenue, register }
}

async function listWaiting(
  { sql, now }: Pick<Services, 'sql' | 'now'>,
  holds: (permission: Permission) => Promise<boolean>,
): Promise<Waiting[]> {
  const [row] = await countWaiting(sql, { today: londonDay(now()), now: now().toISOString() })
  const waiting: Waiting[] = []
  for (const { permission, of } of kinds) if (await holds(permission)) waiting.push(of(row!))
  return waiting
}

const kinds: { permission: Permission; of: (row: WaitingRow) => Waiting }[] = [
  {
    permission: 'review',
    of: ({ applications: count, oldest_application: oldest }) => ({
      label: count === 1 ? 'application to decide' : 'applications to decide',
      count,
      href: adminHref('queue'),
      note: oldest && `The oldest came in on ${londonDateOf(oldest)}`,
    }),
  },
  {
    permission: 'review',
    of: ({ unproven: count }) => ({
      label: count === 1 ? 'identity to confirm' : 'identities to confirm',
      count,
      href: adminHref('queue', { status: 'identity' }),
      note: 'Paid but not published yet',
    }),
  },
  {
    permission: 'review',
    of: ({ sampled: count }) => ({
      label: count === 1 ? 'sampled application to look at' : 'sampled applications to look at',
      count,
      href: adminHref('queue', { status: 'sampled' }),
      note: 'Approved by the registry, and chosen at random or similar to a refused application',
    }),
  },
  {
    permission: 'review',
    of: ({ proposed: count }) => ({
      label: count === 1 ? 'change to decide' : 'changes to decide',
      count,
      href: adminHref('queue', { status: 'proposed' }),
      note: 'Proposed by applicants for events that are paid for',
    }),
  },
  {
    permission: 'assess',
    of: ({ expired: count }) => ({
      label: count === 1 ? 'assessment with evidence expired' : 'assessments with evidence expired',
      count,
      href: adminHref('assessments', { view: 'expired' }),
      note: 'It was accepted, and there is no new document yet',
    }),
  },
  {
    permission: 'correspondence',
    of: ({ letters: count }) => ({
      label: count === 1 ? 'new submission' : 'new submissions',
      count,
      href: adminHref('submissions', { kind: 'enquiries' }),
      note: 'Enquiries, leads, sign-ups and reservations',
    }),
  },
  {
    permission: 'concerns',
    of: ({ concerns: count, late_concerns: late }) => ({
      label: count === 1 ? 'open concern' : 'open concerns',
      count,
      href: adminHref('adminConcerns'),
      note: late > 0 ? `${late} not started in the promised time` : null,
    }),
  },
  {
    permission: 'concerns',
    of: ({ appeals: count }) => ({
      label: count === 1 ? 'open appeal' : 'open appeals',
      count,
      href: adminHref('adminAppeals'),
      note: null,
    }),
  },
  {
    permission: 'correspondence',
    of: ({ complaints: count }) => ({
      label: count === 1 ? 'open complaint' : 'open complaints',
      count,
      href: adminHref('adminComplaints'),
      note: null,
    }),
  },
  {
    permission: 'money',
    of: ({ discrepancies: count }) => ({
      label: count === 1 ? 'payment to settle' : 'payments to settle',
      count,
      href: adminHref('payments'),
      note: 'Paid twice, or not the amount that we asked for',
    }),
  },
  {
    permission: 'money',
    of: ({ disputes: count, dispute_due_by: due }) => ({
      label: count === 1 ? 'open dispute' : 'open disputes',
      count,
      href: adminHref('payments', { view: 'disputes' }),
      note: due && `Answer by ${londonDateOf(due)}`,
    }),
  },
  {
    permission: 'mail',
    of: ({ failed_mails: count }) => ({
      label: count === 1 ? 'email not sent' : 'emails not sent',
      count,
      href: adminHref('mailbox', { state: 'failed' }),
      note: null,
    }),
  },
  {
    permission: 'mail',
    of: ({ failed_jobs: count }) => ({
      label: count === 1 ? 'job failed' : 'jobs failed',
      count,
      href: adminHref('jobs', { state: 'failed' }),
      note: null,
    }),
  },
]

export const admin = handler({ load: loadOverview })
