import { expect, test } from 'bun:test'
import { createLog } from '#process/log.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { countVisits } from './count-visits.ts'

const checked: string[] = []
const failedChecks = { count: (number: string) => void checked.push(number) }
const database = await databaseOfFile()

test('openings of the funnel are counted by day and page, and nothing else is', async () => {
  const moments = [new Date('2026-11-21T23:30:00Z'), new Date('2026-11-22T00:30:00Z')]
  let at = 0
  const services = { sql: database.sql, now: () => moments[at]!, log: createLog(() => {}), failedChecks }
  const [one, other] = [countVisits(services), countVisits(services)]
  for (const path of [
    '/',
    '/?utm=x',
    '/apply-accreditation',
    '/accreditation?step=2',
    '/checkout/listing/7',
    '/about',
    '/verify',
    '/verify/BEAA-2026-7KQ4XN?from=print',
  ]) {
    one.count(path)
  }
  other.count('/')
  await Promise.all([one.write(), other.write()])
  at = 1
  one.count('/')
  await one.stop()
  await one.write()
  await other.stop()
  expect(checked).toEqual(['BEAA-2026-7KQ4XN'])
  const rows = await database.sql`select day, page, visits from daily_visits order by day, page`
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { day: '2026-11-21', page: 'apply', visits: 2 },
    { day: '2026-11-21', page: 'checkout', visits: 1 },
    { day: '2026-11-21', page: 'home', visits: 3 },
    { day: '2026-11-22', page: 'home', visits: 1 },
  ])
})

test('what cannot be written is counted on', async () => {
  const away = { unsafe: () => Promise.reject(new Error('away')) } as never
  const services = {
    sql: away as typeof database.sql,
    now: () => new Date('2026-12-01T12:00:00Z'),
    log: createLog(() => {}),
    failedChecks,
  }
  const visits = countVisits(services)
  visits.count('/')
  await visits.write()
  services.sql = database.sql
  const again = countVisits(services)
  again.count('/')
  await again.stop()
  await visits.stop()
  const [row] = await database.sql`select visits from daily_visits where day = '2026-12-01'`
  expect(row!.visits).toBe(1)
})
