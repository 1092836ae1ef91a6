import type { Gauge } from 'prom-client'
import type { SqlRunner } from '#database/sql.ts'
import type { Services } from '#requests/services.ts'

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge

export function createWorkMetrics(gauge: MakeGauge, { documentSpace, env }: Pick<Services, 'documentSpace' | 'env'>) {
  const asksForNone = /^\s*quorum\s+none\s*$/m.test(env.witnesses)
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
  const silent = gauge('log_witness_silent_seconds', 'Time since a witness of the log has not signed.', ['witness'])
  const unwitnessed = gauge('log_unwitnessed_seconds', 'Time since too few witnesses have seen what the log says.')
  const space = gauge('documents_free_bytes', 'Space that is left for documents (DOCUMENTS_MAX_GB, or the disk).')
  const floor = gauge('documents_floor_bytes', 'Below so much free space no document is taken (DOCUMENTS_FREE_GB).')

  const backup = gauge('backup_age_seconds', 'Age of the newest dump of deploy/backup.sh; NaN where it made none.')
  const archive = gauge(
    'wal_archive_failing_seconds',
    'How long PostgreSQL has not been able to archive its log; 0 where it can, or does not.',
  )

  const labelled = [jobs, oldestJob, mails, webhooks, silent]
  const counted = [events, eventLag, oldestMail, webhookLag, unsigned, unwitnessed, handedOver, suppressed]
  const single = [...counted, space, backup, archive]

  return { read, forget }

  async function read(sql: SqlRunner): Promise<void> {
    for (const each of labelled) each.reset()
    const [jobRows, waitingRows, webhookRows, [oldest], witnessRows, bounceRows, documents, [kept]] = await Promise.all(
      [
        countJobs(sql),
        countWaiting(sql),
        // A receiver that is slow or fails has had its turn, so it does not make the oldest older.
        sql<{ result: string; deliveries: number; oldest: number }[]>`
        select state as result, count(*)::int as deliveries, 0::float8 as oldest
        from webhook_deliveries where attempted_at > now() - interval '1 hour' group by state
        union all
        select 'due', count(*)::int, coalesce((
          select greatest(0, extract(epoch from now() - min(due_at))) from webhook_endpoints where state = 'active'), 0)::float8
        from webhook_deliveries as d join webhook_endpoints as e on e.id = d.endpoint_id
        where d.state = 'waiting' and e.state = 'active' and d.next_at <= now()`,
        findUnsigned(sql),
        // Of the log that is being signed: each witness, and since when too few have seen it.
        sql<{ witness: string; silent: number; unwitnessed: number }[]>`
        with log as (
          select name as origin, (
            select max(size) from log_checkpoints as c where c.origin = name and c.witnessed_at is not null) as witnessed
          from signing_keys where purpose = 'log' and ended_at is null
        )
        select split_part(w.key, '+', 1) as witness,
          coalesce(extract(epoch from now() - case when w.size is null then w.asked_since else (
            select signed_at from log_checkpoints as c where c.origin = w.origin and c.size > w.size order by c.size limit 1)
            end), 0)::float8 as silent,
          coalesce(extract(epoch from now() - (
            select greatest(w.asked_since, signed_at) from log_checkpoints as c
            where c.origin = w.origin and c.size > coalesce(log.witnessed, -1) order by c.size limit 1)), 0)::float8 as unwitnessed
        from log_witnesses as w join log using (origin)`,
        countBounces(sql),
        documentSpace(),
        findSafekeeping(sql),
      ],
    )
    backup.set(kept?.backup ?? Number.NaN)
    archive.set(kept?.archive ?? 0)
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
    for (const row of witnessRows) silent.set({ witness: row.witness }, Math.max(0, row.silent))
    unwitnessed.set(asksForNone ? 0 : Math.max(0, ...witnessRows.map((row) => row.unwitnessed)))
  }

  function forget(): void {
    for (const each of [...labelled, bounces]) each.reset()
    for (const each of single) each.set(Number.NaN)
  }
}

export const countJobs = (sql: SqlRunner) => sql<
  { name: string; due: number; running: number; retried: number; given_up: number; oldest: number }[]
>`
  select
    task_identifier as name,
    count(*) filter (where attempts < max_attempts and run_at <= now() and locked_at is null)::int as due,
    count(*) filter (where locked_at is not null)::int as running,
    count(*) filter (where attempts < max_attempts and attempts > 0 and locked_at is null)::int as retried,
    count(*) filter (where attempts >= max_attempts and locked_at is null)::int as given_up,
    coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now()
      and locked_at is null)), 0)::float8 as oldest
  from graphile_worker.jobs
  group by task_identifier`

export const countWaiting = (sql: SqlRunner) => sql<{ name: string; waiting: number; oldest: number }[]>`
  select 'payment_events' as name, count(*)::int as waiting,
    coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as oldest
  from payment_events where processed_at is null
  union all
  select 'mails_' || state, count(*)::int, coalesce(extract(epoch from now() - min(created_at)), 0)::float8
  from mails where state in ('waiting', 'failed') group by state`

export const findUnsigned = (sql: SqlRunner) => sql<{ seconds: number }[]>`
  select extract(epoch from now() - (convert_from(leaf, 'UTF8')::json ->> 'recorded')::timestamptz)::float8 as seconds
  from register_leaves where position is null order by id limit 1`

/** `backup`: of the newest dump; `archive`: since WAL was archived last, where that fails. Null where there is none. */
export const findSafekeeping = (sql: SqlRunner) => sql<{ backup: number | null; archive: number | null }[]>`
  select (select extract(epoch from now() - max(made_at))::float8 from backups_made) as backup,
    (select extract(epoch from now() - coalesce(last_archived_time, stats_reset))::float8 from pg_stat_archiver
      where last_failed_time > coalesce(last_archived_time, '-infinity')) as archive`

export const countBounces = (sql: SqlRunner) => sql<{ name: string; count: number }[]>`
  select kind as name, count(*)::int as count from bounces where received_at > now() - interval '1 day' group by kind
  union all
  select 'handed-over', count(*)::int from mails
  where settled_at > now() - interval '1 day' and html_body <> '' and state in ('sent', 'bounced')
  union all
  select 'suppressed', count(*)::int from suppressed_addresses where lifted_at is null`
