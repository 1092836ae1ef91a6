import type { Gauge } from 'prom-client'
import type { SqlRunner } from '#database/sql.ts'
import type { Env } from '#env.ts'
import { documentSpace } from '#features/assessments/files/server/document-space.ts'
import { countBounces, countJobs, countWaiting, countWebhooks, findUnsigned } from './metrics-queries.ts'

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge

/** What waits to be done behind the pages: the queue, payment events, mails, webhooks, the public log. A process that only answers requests has none of it. */
export function createWorkMetrics(gauge: MakeGauge, env: Env) {
  const jobs = gauge('queue_jobs', 'Jobs of the queue by state.', ['job', 'state'])
  const oldestJob = gauge('queue_oldest_job_seconds', 'Age of the job that has been due longest.', ['job'])
  const events = gauge('payment_events_waiting', 'Payment events (webhooks) that are not processed.')
  const eventLag = gauge('payment_events_lag_seconds', 'Age of the oldest payment event that is not processed.')
  const mails = gauge('mails', 'Emails that wait to be sent, and emails that have failed.', ['state'])
  const oldestMail = gauge('mails_oldest_waiting_seconds', 'Age of the oldest mail that waits to be sent.')
  const bounces = gauge(
    'mail_bounces',
    'Reports of the last day: mails that came back (hard: the address takes none, soft: not this one), and complaints.',
    ['kind'],
  )
  const handedOver = gauge(
    'mails_handed_over',
    'Mails of the last day that were handed over, or refused for their address.',
  )
  const suppressed = gauge('suppressed_addresses', 'Addresses that get no mail.')
  const webhooks = gauge(
    'webhooks',
    'Webhooks tried in the last hour by result (waiting: to be tried again), and those due.',
    ['result'],
  )
  const webhookLag = gauge('webhooks_lag_seconds', 'Time since the endpoint that has waited longest was due.')
  const unsigned = gauge('log_unsigned_seconds', 'Age of the oldest change that the public log has not signed.')
  const space = gauge('documents_free_bytes', 'Space that is left for documents (DOCUMENTS_MAX_GB, or the disk).')
  const floor = gauge('documents_floor_bytes', 'Below so much free space no document is taken (DOCUMENTS_FREE_GB).')

  return { read, forget }

  /** Asks the database. */
  async function read(sql: SqlRunner): Promise<void> {
    for (const each of [jobs, oldestJob, mails, webhooks]) each.reset()
    const [jobRows, waitingRows, webhookRows, [oldest], bounceRows, documents] = await Promise.all([
      countJobs(sql),
      countWaiting(sql),
      countWebhooks(sql),
      findUnsigned(sql),
      countBounces(sql),
      documentSpace(sql, env),
    ])
    space.set(documents.free)
    floor.set(documents.floor)
    for (const { name: job, due, running, retried, given_up, oldest } of jobRows) {
      for (const [state, count] of Object.entries({ due, running, retried, given_up })) jobs.set({ job, state }, count)
      oldestJob.set({ job }, oldest)
    }
    const waiting = new Map(waitingRows.map((row) => [row.name, row]))
    events.set(waiting.get('payment_events')?.waiting ?? 0)
    eventLag.set(waiting.get('payment_events')?.oldest ?? 0)
    for (const state of ['waiting', 'failed']) mails.set({ state }, waiting.get(`mails_${state}`)?.waiting ?? 0)
    oldestMail.set(waiting.get('mails_waiting')?.oldest ?? 0)
    const reported = new Map(bounceRows.map(({ name, count }) => [name, count]))
    for (const kind of ['hard', 'soft', 'complaint']) bounces.set({ kind }, reported.get(kind) ?? 0)
    handedOver.set(reported.get('handed-over') ?? 0)
    suppressed.set(reported.get('suppressed') ?? 0)
    for (const { result, deliveries } of webhookRows) webhooks.set({ result }, deliveries)
    webhookLag.set(webhookRows.find(({ result }) => result === 'due')?.oldest ?? 0)
    unsigned.set(oldest?.seconds ?? 0)
  }

  /** While the database is away nobody knows. */
  function forget(): void {
    for (const each of [jobs, oldestJob, mails, webhooks, bounces]) each.reset()
    for (const each of [events, eventLag, oldestMail, webhookLag, unsigned, handedOver, suppressed, space])
      each.set(Number.NaN)
  }
}
