import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import type { Transaction } from '#database/sql.ts'
import { londonClockOf } from '#domain/london-time.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import { newsMail } from '#features/watching/mails.ts'
import { type Cadence, maxListedChanges, maxMailsPerHour, type NamedSubject } from '#features/watching/rules.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { type Change, changesOf, listChanges } from './changes.ts'
import { readOn } from './read-on.ts'
import { nameStored, readSubject, subjectQuery } from './subject.ts'

/** Between two emails about what changes at once: an import of thousands of entries is two or three emails. */
const intervalSeconds = 10 * 60
/** Counted for each mailbox, even if it follows under several spellings. */
const perMailbox = { name: 'follow-news', points: maxMailsPerHour, seconds: 3600 }
/** A second weekly email within these days would be one of the same Monday. */
const weekMs = 5 * 24 * 60 * 60_000
/** In London. */
const morning = '08:00'
const batch = 50
/** After so many emails in a row that do not arrive, the address is forgotten. */
const maxFailures = 3
const notArrived = new Set(['failed', 'bounced', 'suppressed'])

/** Emails those who want to know at once. Run again, or by two at once, it says nothing twice. */
export async function tellFollowers(
  _: Record<string, never>,
  services: Services,
  stopping?: AbortSignal,
): Promise<void> {
  const { sql, now } = services
  await readOn(sql, 'followers', (tx, changes) => noteNews(tx, changes, now()), stopping)
  await mailNews(services, 'at-once', new Date(now().getTime() - intervalSeconds * 1000), stopping)
  const [next] = await camel(sql)<{ dueAt: string | null }[]>`
    select min(greatest(f.mailed_at + make_interval(secs => ${intervalSeconds}::int), f.news_after)) as due_at
    from followers as f
    where exists (select from follows as w where w.follower_id = f.id and w.news_count > 0 and w.cadence = 'at-once')`
  if (next?.dueAt) await addJob(sql, 'tell-followers', {}, { key: 'tell-followers-later', runAt: next.dueAt })
}

/** Emails those who want to know once a week, from Monday 08:00 in London on. */
export async function tellWeeklyFollowers(
  _: Record<string, never>,
  services: Services,
  stopping?: AbortSignal,
): Promise<void> {
  const now = services.now()
  if (londonClockOf(now.toISOString()) < morning) return
  await mailNews(services, 'weekly', new Date(now.getTime() - weekMs), stopping)
}

async function noteNews(tx: Transaction, changes: Change[], now: Date): Promise<void> {
  const named = changes.flatMap(({ number, organiserId }) => [
    subjectQuery({ kind: 'entry', number }),
    ...(organiserId === null ? [] : [subjectQuery({ kind: 'organiser', id: organiserId })]),
  ])
  const subjects = await tx<{ subject: string }[]>`
    select distinct subject from follows where subject = any(${[...new Set(named)]}::text[])
    union
    select distinct subject from follows where subject !~ '^(entry|organiser)='`
  for (const { subject: text } of subjects) {
    const subject = readSubject(new URLSearchParams(text))
    const concerned = subject ? await changesOf(tx, { subject, changes, now }) : []
    if (concerned.length === 0) continue
    const positions = concerned.slice(-maxListedChanges).map(({ position }) => position)
    await tx<Record<string, never>[]>`
      update follows set news_count = news_count + ${concerned.length}::int,
        news = (news || ${positions}::bigint[])[
          greatest(1, cardinality(news) + cardinality(${positions}::bigint[]) - ${maxListedChanges}::int + 1):]
      where subject = ${text}::text`
  }
}

type DueFollower = {
  id: string
  email: string
  token: string
  failures: number
  lastState: string | null
}

/** @param before those who were written to since then (of weekly emails: weekly) are left out. */
async function mailNews(services: Services, cadence: Cadence, before: Date, stopping?: AbortSignal): Promise<void> {
  // Many followers learn of the same changes.
  const changesByPosition = new Map<number, Change>()
  const names = new Map<string, NamedSubject | null>()
  const mailSome = async (tx: Transaction) => {
    // Followers that another worker has locked are left to it.
    const due = await camel(tx)<DueFollower[]>`
      select f.id, f.email, f.token, f.failures, (select m.state from mails as m where m.once_key = f.mail_key) as last_state
      from followers as f
      where exists (select from follows as w where w.follower_id = f.id and w.news_count > 0 and w.cadence = ${cadence}::text)
        and coalesce(case when ${cadence}::text = 'weekly' then weekly_at else mailed_at end, '-infinity')
          <= ${before.toISOString()}::timestamptz
        and coalesce(f.news_after, '-infinity') <= ${services.now().toISOString()}::timestamptz
      order by f.id
      limit ${batch}::int
      for update of f skip locked`
    // In the same order everywhere: each mailbox has a row that is locked while it is counted.
    const byMailbox = due.map((follower) => ({ follower, mailbox: mailboxKey(follower.email) }))
    byMailbox.sort((one, other) => one.mailbox.localeCompare(other.mailbox))
    for (const { follower, mailbox } of byMailbox) await mailOne(tx, follower, mailbox)
    return due.length
  }
  do stopping?.throwIfAborted()
  while ((await services.sql.begin(mailSome)) === batch)

  async function mailOne(tx: Transaction, follower: DueFollower, mailbox: string): Promise<void> {
    const { id } = follower
    const sql = camel(tx)
    const failures = notArrived.has(follower.lastState ?? '') ? follower.failures + 1 : 0
    if (failures >= maxFailures) return void (await sql`delete from followers where id = ${id}::uuid`)
    const wait = await takeRateLimit(tx, perMailbox, Bun.hash(mailbox).toString(36))
    if (wait !== null) {
      const until = new Date(services.now().getTime() + wait * 1000).toISOString()
      return void (await sql`update followers set news_after = ${until}::timestamptz where id = ${id}::uuid`)
    }
    const news = await sql<{ subject: string; news: string[]; newsCount: number }[]>`
      update follows as w set news = '{}', news_count = 0
      from (
        select id, news, news_count from follows
        where follower_id = ${id}::uuid and cadence = ${cadence}::text and news_count > 0
        order by begun_at, id for update
      ) as before
      where w.id = before.id
      returning w.subject, before.news, before.news_count`
    const positions = [...new Set(news.flatMap((each) => each.news.map(Number)))].toSorted((one, other) => one - other)
    const missing = positions.filter((position) => !changesByPosition.has(position))
    const read = missing.length > 0 ? await listChanges(tx, missing) : []
    for (const change of read) changesByPosition.set(change.position, change)
    const changes = positions.flatMap((position) => changesByPosition.get(position) ?? [])
    if (changes.length === 0) return
    for (const { subject } of news) if (!names.has(subject)) names.set(subject, await nameStored(tx, subject))
    const now = services.now().toISOString()
    const once = `follow-news:${id}:${cadence}:${now}`
    const mail = newsMail(follower, {
      changes: changes.slice(-maxListedChanges),
      count: Math.max(changes.length, ...news.map((each) => each.newsCount)),
      subjects: news.flatMap(({ subject }) => names.get(subject) ?? []),
      cadence,
      once,
    })
    await queueMail(tx, mail, services)
    await sql`
      update followers set mail_key = ${once}::text, failures = ${failures}::int, mailed_at = ${now}::timestamptz,
        weekly_at = case when ${cadence}::text = 'weekly' then ${now}::timestamptz else weekly_at end
      where id = ${id}::uuid`
  }
}
