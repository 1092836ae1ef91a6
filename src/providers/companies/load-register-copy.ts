import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import postgres from 'postgres'
import { grantRights, hasRoles } from '#database/rights.ts'
import type { Sql, Transaction } from '#database/sql.ts'
import { type RegisteredCompany, readRegisterFile, WrongFile } from './read-register-file.ts'
import { registerText } from './register-copy.ts'

type LoadReport = {
  refused: (line: number, reason: string) => void
  progress: (lines: number, bytes: number) => void
  step: (name: string) => void
}

const lockKey = 4_812_079
const live = 'registered_companies'
const words = 'registered_words'
const next = `${live}_next`

const maxAttempts = 1500
const pauseMs = 2000

/** In one transaction, with the old copy in use until its end. @param smaller takes a file with less than half of the companies. */
export async function loadRegisterCopy(
  sql: Sql,
  chunks: AsyncIterable<Uint8Array>,
  { asOf, smaller = false, report }: { asOf: string; smaller?: boolean; report: LoadReport },
) {
  try {
    return await sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${lockKey})`
      // Building the trigram index in memory takes a third of the time.
      await transaction`set local maintenance_work_mem = '512MB'`
      await transaction`set local work_mem = '256MB'`
      await transaction`set local statement_timeout = 0`
      for (const table of [live, words])
        await transaction.unsafe(`create table ${table}_next (like ${table} including all excluding indexes)`)
      const { lines, refused } = await copyIn(transaction, chunks, report)
      report.step('Looking for repeated numbers')
      const { count: repeated } = await transaction.unsafe(`
        delete from ${next} as earlier
        using (select number, max(ctid) as last from ${next} group by number having count(*) > 1) as repeated
        where earlier.number = repeated.number and earlier.ctid <> repeated.last`)
      const companies = lines - refused - repeated
      await checkSize(transaction, companies, smaller)
      report.step('Counting words')
      await transaction.unsafe(`
        insert into ${words}_next (word, names)
        select word, count(*) from ${next}, string_to_table(translate(search_text, E'\\n', ' '), ' ') as word
        where length(word) >= 4
        group by word`)
      await makeReady(transaction, words, report)
      await makeReady(transaction, live, report)
      await lockOld(transaction, report)
      for (const table of [live, words]) {
        const indexes = await indexesOf(transaction, table)
        await transaction.unsafe(`drop table ${table}`)
        await transaction.unsafe(`alter table ${table}_next rename to ${table}`)
        for (const { name } of indexes) await transaction.unsafe(`alter index ${name}_next rename to ${name}`)
      }
      if (await hasRoles(transaction)) await grantRights(transaction)
      await transaction`
        insert into register_copies (as_of, companies) values (${asOf}, ${companies})
        on conflict (is_current) do update set as_of = excluded.as_of, companies = excluded.companies, loaded_at = now()`
      return { kind: 'loaded' as const, companies, repeated, refused }
    })
  } catch (problem) {
    if (problem instanceof WrongFile) return { kind: 'wrong-file' as const, message: problem.message }
    throw problem
  }
}

async function copyIn(transaction: Transaction, chunks: AsyncIterable<Uint8Array>, report: LoadReport) {
  let lines = 0
  let refused = 0
  let bytes = 0
  // Frozen rows need no second pass by vacuum; allowed because this transaction made the table.
  const stream = await transaction
    .unsafe(
      `copy ${next} (number, name, search_text, status, status_detail, previous_names, line1, line2, town, county, postcode,
        country) from stdin with (freeze)`,
    )
    .writable()
  const done = finished(stream)
  // A broken load is reported below; until then nobody waits for the stream.
  done.catch(() => {})
  try {
    for await (const block of readRegisterFile(chunks)) {
      for (const { line, reason } of block.refused) report.refused(line, reason)
      if (block.companies.length > 0 && !stream.write(block.companies.map(copyLine).join(''))) {
        await Promise.race([once(stream, 'drain'), done])
      }
      lines += block.companies.length + block.refused.length
      refused += block.refused.length
      bytes += block.bytes
      report.progress(lines, bytes)
    }
  } catch (problem) {
    stream.destroy(problem as Error)
    throw problem
  }
  stream.end()
  await done
  return { lines, refused }
}

/** COPY's text format. Cells hold no tabs or line ends; those of the search text and backslashes are escaped. */
function copyLine(company: RegisteredCompany): string {
  const { number, name, status, statusDetail, previousNames, line1, line2, town, county, postcode, country } = company
  const search = registerText(name, previousNames).replaceAll('\n', '\\n')
  const former = `{${previousNames.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
  const cells = [name, null, status, statusDetail, former, line1, line2, town, county, postcode, country]
  const escaped = cells.map((cell) => cell?.replaceAll('\\', '\\\\') ?? search)
  return `${number}\t${escaped.join('\t')}\n`
}

/** Neither a part of the register (it is also offered in seven) nor a broken download may replace the whole. */
async function checkSize(transaction: Transaction, companies: number, smaller: boolean): Promise<void> {
  if (companies === 0) throw new WrongFile('The file names no company.')
  const [before] = await transaction<{ companies: number }[]>`select companies from register_copies`
  if (before && companies < before.companies / 2 && !smaller) {
    throw new WrongFile(
      `The file names ${companies.toLocaleString('en-GB')} companies, the copy in use ${before.companies.toLocaleString('en-GB')}: it looks like a part. Add --smaller to take it all the same.`,
    )
  }
}

async function makeReady(transaction: Transaction, table: string, report: LoadReport): Promise<void> {
  for (const { name, definition } of await indexesOf(transaction, table)) {
    report.step(`Building the index ${name}`)
    await transaction.unsafe(
      definition
        .replace(` INDEX ${name} ON `, ` INDEX ${name}_next ON `)
        .replace(`.${table} USING `, `.${table}_next USING `),
    )
  }
  report.step(`Gathering statistics of ${table}`)
  await transaction.unsafe(`analyze ${table}_next`)
}

/** A backup reads the old tables for minutes, and look-ups would queue behind a waiting lock: so it waits half a second at a time, with pauses. */
async function lockOld(transaction: Transaction, report: LoadReport): Promise<void> {
  await transaction`set local lock_timeout = '500ms'`
  for (let attempt = 1; ; attempt++) {
    try {
      await transaction.savepoint(async (step) => {
        await step.unsafe(`lock table ${live}, ${words} in access exclusive mode`)
      })
      return
    } catch (problem) {
      const isLockTimeout = problem instanceof postgres.PostgresError && problem.code === '55P03'
      if (!isLockTimeout || attempt === maxAttempts) throw problem
      if (attempt === 1) report.step('Waiting for others to end reading the old copy, such as a backup')
      await Bun.sleep(pauseMs)
    }
  }
}

/** Last, so that look-ups wait for nothing else. */
async function indexesOf(transaction: Transaction, table: string): Promise<{ name: string; definition: string }[]> {
  return await transaction<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename = ${table}
    order by indexname`
}
