import { addJob } from '#database/add-job.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import type { Transaction } from '#database/sql.ts'
import { londonClockOf } from '#domain/london-time.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import type { NamedSubject } from '#features/watching/named-subject.ts'
import { type Cadence, maxMailsPerHour, maxToldChanges } from '#features/watching/rules.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { type Change, changesOf, listChangesAt } from './changes.ts'
import { newsMail } from './follow-mails.ts'
import {
  addNews,
  type DueRow,
  dropFollower,
  findNextDue,
  holdDue,
  listSubjects,
  noteMailed,
  putOff,
  takeNews,
} from './news-queries.ts'
import { readOn } from './read-on.ts'
import { nameSubject, readSubject, subjectQuery } from './subject.ts'

type Needed = Pick<Services, 'sql' | 'brand' | 'env' | 'now'>

/** Seconds between two mails to one follower about what they are told at once: an import of thousands of entries is two or three mails. */
const apart = 10 * 60
/** Whatever spellings of a mailbox follow something, and however often. */
const perMailbox = { name: 'follow-news', points: maxMailsPerHour, seconds: 3600 }
/** A second weekly mail within these days would be one of the same Monday. */
const weekMs = 5 * 24 * 60 * 60_000
/** From when on it is Monday morning in London. */
const morning = '08:00'
/** Followers who are written to in one transaction. */
const atOnce = 50
/** So many mails in a row that do not arrive, and the address is forgotten. */
const maxFailures = 3
/** States of a mail that did not arrive. */
const notArrived = new Set(['failed', 'bounced', 'suppressed'])

/** Reads the public log on, and mails those who want to be told at once. Run again, or by two at once, it tells nothing twice. */
export async function tellFollowers(_: Record<string, never>, services: Needed, stopping?: AbortSignal): Promise<void> {
  const { sql, now } = services
  await readOn(sql, 'followers', (tx, changes) => noteNews(tx, changes, now()), stopping)
  await mailNews(services, 'at-once', new Date(now().getTime() - apart * 1000), stopping)
  const [next] = await findNextDue(sql, { apart })
  if (next?.due_at) await addJob(sql, 'tell-followers', {}, { key: 'tell-followers-later', runAt: next.due_at })
}

/** Mails those who want to be told once a week, on Monday from 08:00 in London on. */
export async function tellWeeklyFollowers(
  _: Record<string, never>,
  services: Needed,
  stopping?: AbortSignal,
): Promise<void> {
  const now = services.now()
  if (londonClockOf(now.toISOString()) < morning) return
  await mailNews(services, 'weekly', new Date(now.getTime() - weekMs), stopping)
}

/** Notes for each who follows which changes they are to be told of. */
async function noteNews(tx: Transaction, changes: Change[], now: Date): Promise<void> {
  const named = changes.flatMap(({ number, organiserId }) => [
    subjectQuery({ kind: 'entry', number }),
    ...(organiserId === null ? [] : [subjectQuery({ kind: 'organiser', id: organiserId })]),
  ])
  for (const { subject: text } of await listSubjects(tx, { named: [...new Set(named)] })) {
    const subject = readSubject(new URLSearchParams(text))
    const found = subject ? await changesOf(tx, { subject, changes, now }) : []
    if (found.length === 0) continue
    const positions = found.slice(-maxToldChanges).map(({ position }) => position)
    await addNews(tx, { subject: text, positions, count: found.length, most: maxToldChanges })
  }
}

async function mailNews(services: Needed, cadence: Cadence, before: Date, stopping?: AbortSignal): Promise<void> {
  // Many followers are told of the same changes.
  const known = new Map<number, Change>()
  const names = new Map<string, NamedSubject | null>()
  const mailSome = async (tx: Transaction) => {
    const now = services.now().toISOString()
    const due = await holdDue(tx, { cadence, before: before.toISOString(), now, most: atOnce })
    // In the same order everywhere: each mailbox has a row that is locked while it is counted.
    const byMailbox = due.map((follower) => ({ follower, mailbox: mailboxKey(follower.email) }))
    byMailbox.sort((one, other) => one.mailbox.localeCompare(other.mailbox))
    for (const { follower, mailbox } of byMailbox) await mailOne(tx, follower, mailbox)
    return due.length
  }
  do stopping?.throwIfAborted()
  while ((await services.sql.begin(mailSome)) === atOnce)

  async function mailOne(tx: Transaction, follower: DueRow, mailbox: string): Promise<void> {
    const failures = notArrived.has(follower.last_state ?? '') ? follower.failures + 1 : 0
    if (failures >= maxFailures) return void (await dropFollower(tx, { followerId: follower.id }))
    const wait = await takeRateLimit(tx, perMailbox, Bun.hash(mailbox).toString(36))
    if (wait !== null) {
      const until = new Date(services.now().getTime() + wait * 1000).toISOString()
      return void (await putOff(tx, { followerId: follower.id, until }))
    }
    const news = await takeNews(tx, { followerId: follower.id, cadence })
    const positions = [...new Set(news.flatMap((each) => each.news.map(Number)))].toSorted((one, other) => one - other)
    for (const change of await listChangesAt(
      tx,
      positions.filter((position) => !known.has(position)),
    ))
      known.set(change.position, change)
    const changes = positions.flatMap((position) => known.get(position) ?? [])
    if (changes.length === 0) return
    for (const { subject } of news) if (!names.has(subject)) names.set(subject, await nameOf(tx, subject))
    const at = services.now().toISOString()
    const once = `follow-news:${follower.id}:${cadence}:${at}`
    const mail = newsMail(follower, {
      changes: changes.slice(-maxToldChanges),
      count: Math.max(changes.length, ...news.map((each) => each.news_count)),
      subjects: news.flatMap(({ subject }) => names.get(subject) ?? []),
      cadence,
      once,
    })
    await queueMail(tx, mail, services)
    await noteMailed(tx, { followerId: follower.id, cadence, mailKey: once, failures, now: at })
  }
}

async function nameOf(tx: Transaction, text: string): Promise<NamedSubject | null> {
  const subject = readSubject(new URLSearchParams(text))
  return subject && (await nameSubject(tx, subject))
}
