import type { SqlRunner, Transaction } from '#database/sql.ts'
import { assuranceNames } from '#domain/assurance.ts'
import { sectorOf } from '#domain/categories.ts'
import { dayFrom, londonDay } from '#domain/london-time.ts'
import { afterEvent } from '#domain/register-status.ts'
import { slugOf } from '#domain/slug.ts'
import type { EntryValues } from '#features/register/admin/form.ts'
import { featureEntry, insertEntry } from '#features/register/admin/queries.ts'
import type { Check } from '#features/register/server/assurance-queries.ts'
import { recordExpired } from '#features/register/server/end-entry.ts'
import { addHistory, setRegisterStatus } from '#features/register/server/queries.ts'
import { setAssurance } from '#features/register/server/set-assurance.ts'
import { filePaths } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { type DemoEntry, demoEntries } from './demo-entries.ts'

const day = 86_400_000
const cause = 'demonstration'
/** So many days ago entries were suspended and revoked, and others lapsed. */
const endedDaysAgo = 9

type DemoServices = Pick<Services, 'sql' | 'brand' | 'env'>
/** Something that happened, and when. */
type Step = { at: Date; run: (tx: Transaction, services: DemoServices & Pick<Services, 'now'>) => Promise<unknown> }

/**
 * Fills an empty register with invented events, marked as a demonstration, with dates around `now`. The same day gives the same
 * ones. What happened to them is done again in its order, by what does it to every entry, with the clock of its day. Several processes may
 * start at once: the first fills it.
 *
 * @returns how many entries were added; 0 when it holds anything already.
 */
export async function loadDemoRegister(services: DemoServices, now: Date): Promise<number> {
  return await services.sql.begin(async (tx) => {
    await tx`lock table register_entries in share row exclusive mode`
    const [found] = await tx`select from register_entries limit 1`
    if (found) return 0
    const criteria = await listCriteria(tx)
    const steps = demoEntries.flatMap((entry, index) => historyOf(entry, index, now, criteria))
    const lapsedAt = daysBefore(now, endedDaysAgo)
    steps.push({ at: lapsedAt, run: (tx) => recordExpired(tx, lapsedAt) })
    for (const { at, run } of steps.toSorted((one, other) => +one.at - +other.at))
      await run(tx, { ...services, now: () => at })
    await tx`update register_entries set is_demo = true`
    return demoEntries.length
  })
}

type Criterion = { id: string; name: string; expires: boolean }

/** Those that are checked: the newest ones. */
const listCriteria = (sql: SqlRunner) => sql<Criterion[]>`
  select criterion ->> 'id' as id, criterion ->> 'name' as name, (criterion -> 'expires')::boolean is true as expires
  from (select criteria from criteria_versions order by version desc limit 1) as latest,
    jsonb_array_elements(criteria) with ordinality as listed (criterion, position)
  where position <= 12 order by position`

/** What happened to an entry: it was published, checked ten days later unless it is declared alone, and some were suspended or revoked. */
function historyOf(entry: DemoEntry, index: number, now: Date, criteria: Criterion[]): Step[] {
  const id = crypto.randomUUID()
  // One that has lapsed had its whole year.
  const published = daysBefore(now, entry.hasLapsed ? 365 + endedDaysAgo : 60 + ((index * 13) % 200))
  const validUntil = daysBefore(published, -365).toISOString()
  const steps: Step[] = [
    {
      at: published,
      run: async (tx) => {
        const at = published.toISOString()
        const number = `DEMO-${londonDay(now).slice(0, 4)}-${String(index + 1).padStart(6, '0')}`
        const values = valuesOf(entry, now)
        // One after the other on the transaction's connection, without a way to the database between them.
        await Promise.all([
          insertEntry(tx, { id, number, slug: slugOf(entry.title), values, now: at, validUntil }),
          addHistory(tx, { entryId: id, at, change: 'published', before: null, after: 'active', reason: null, cause }),
          entry.featured && featureEntry(tx, { id, featured: true, now: at }),
        ])
      },
    },
  ]
  // All three, so that each can be seen.
  const assurance = assuranceNames[index % assuranceNames.length]!
  if (assurance !== 'declared') {
    const assuredOn = londonDay(daysBefore(published, -10))
    const assured = {
      entryId: id,
      assurance,
      assuredOn,
      // Before its year ends.
      nextReviewOn: londonDay(daysBefore(published, -340)),
      score: assurance === 'assessed' ? 76 + ((index * 7) % 22) : null,
      checks: criteria.map((criterion, place) => checkOf(criterion, place + 1, entry.title, assurance, assuredOn)),
      cause,
    }
    steps.push({ at: new Date(`${assuredOn}T12:00:00Z`), run: (tx, services) => setAssurance(tx, assured, services) })
  }
  if (entry.decided) {
    const { act, reason } = entry.decided
    const at = daysBefore(now, endedDaysAgo)
    const step = afterEvent(act, 'active', 'active')!
    const facts = { reason, validUntil, at: at.toISOString(), cause }
    steps.push({ at, run: (tx) => setRegisterStatus(tx, { id, status: 'active' }, step, facts) })
  }
  return steps
}

function daysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * day)
}

function checkOf(
  { id, name, expires }: Criterion,
  position: number,
  title: string,
  assurance: 'evidence' | 'assessed',
  on: string,
): Check {
  const result =
    assurance === 'evidence'
      ? 'accepted'
      : position === 1 + (title.length % 12)
        ? 'met-with-condition'
        : position === 1 + (title.length % 7)
          ? 'not-applicable'
          : 'met'
  const rests = result !== 'not-applicable'
  return {
    criterionId: id,
    name,
    result,
    checkedBy: 'Assessor',
    checkedOn: on,
    basis: rests ? 'document' : null,
    basisOn: rests && expires ? dayFrom(new Date(`${on}T12:00:00Z`), 400) : null,
    basisText: '',
  }
}

function valuesOf(entry: DemoEntry, now: Date): EntryValues {
  const slug = slugOf(entry.title)
  const sector = sectorOf[entry.category]
  const host = `https://${slug}.example`
  const { title, organiser, description, category, venue, city, price, attendees, capacity, inDays, time } = entry
  return {
    ...{ title, organiser, description, category, sector, venue, city, price, attendees, capacity },
    ...{ address: '', county: '', postcode: '', country: 'United Kingdom' },
    eventType: inDays === null ? 'private' : 'physical',
    date: dayFrom(now, inDays),
    time: time || null,
    isPro: entry.isPro ?? false,
    imageUrl: null,
    images: Array.from({ length: entry.pictures ?? 0 }, (_, picture) =>
      filePaths.cover(sector, `${slug}-${picture + 1}`),
    ),
    websiteUrl: entry.website ? host : null,
    ticketUrl: entry.tickets ? `${host}/tickets` : null,
    landingPageUrl: entry.isPro ? `${host}/welcome` : null,
    buttonText: entry.buttonText ?? '',
    partners: entry.partners ?? [],
  }
}
