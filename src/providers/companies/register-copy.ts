import type { Sql } from '../../database/sql.ts'
import { normaliseCompanyNumber } from '../../domain/company-number.ts'
import { type Companies, type CompanyDetails, type CompanyHit, tidyCompanyQuery, typedNumber } from './companies.ts'
import { type CompanyRow, findRegistered, type HitRow, mendWords, readCopy, searchRegistered } from './queries.ts'
import { registerName } from './register-name.ts'

const mostHits = 20
const shortestMended = 4
const mostMended = 6
/** How long a process believes what it last heard of the copy: a new one is used within this time. */
const rememberedMs = 30_000

/**
 * Answers from the operator's copy of the register while it is young enough, without limits; what the copy does not have (it
 * lists no dissolved and no new companies) is asked of the registry. What neither knows is looked for once more in the copy with
 * its misspelt words mended. Without a copy it is the registry alone.
 *
 * The check at submission is never answered from the copy, which may be a month old. Where the registry does not know a company
 * that the copy lists, one of them is wrong, and the answer is `unavailable`: a person decides.
 *
 * @param maxAgeDays how old the copy may be, by the day of the register that it shows.
 */
export function withRegisterCopy(
  registry: Companies,
  sql: Sql,
  { maxAgeDays, checkedEveryMs = rememberedMs }: { maxAgeDays: number; checkedEveryMs?: number },
): Companies {
  let known: { asOf: string | null; until: number } = { asOf: null, until: 0 }

  return {
    async search(query) {
      const asOf = await copyDay()
      const words = tidyCompanyQuery(query)
      if (asOf === null || words === null) return await registry.search(query)
      const hits = await searchCopy(sql, registerName(words), typedNumber(words))
      if (hits.length > 0) return { kind: 'ok', hits, asOf }
      const answer = await registry.search(query)
      if (answer.kind === 'ok' && answer.hits.length > 0) return answer
      const similar = await searchSimilar(sql, registerName(words))
      return similar.length > 0 ? { kind: 'ok', hits: similar, asOf } : answer
    },

    async details(companyNumber, options = {}) {
      const number = normaliseCompanyNumber(companyNumber)
      if (number === null) return { kind: 'unknown' }
      const asOf = await copyDay()
      if (asOf === null) return await registry.details(number, options)
      const [row] = await findRegistered(sql, number)
      if (options.purpose !== 'submission') return row ? readRow(row, asOf) : await registry.details(number)
      const answer = await registry.details(number, options)
      return answer.kind === 'unknown' && row ? { kind: 'unavailable' } : answer
    },
  }

  async function copyDay(): Promise<string | null> {
    if (Date.now() >= known.until) {
      const [copy] = await readCopy(sql, maxAgeDays)
      known = { asOf: copy?.as_of ?? null, until: Date.now() + checkedEveryMs }
    }
    return known.asOf
  }
}

async function searchCopy(sql: Sql, words: string, number: string | null): Promise<CompanyHit[]> {
  if (words === '') return []
  // The longest words are the rarest; the others only refine what these find.
  const [first, second = first, third = first] = words
    .split(' ')
    .toSorted((a, b) => b.length - a.length)
    // A trigram index knows a part of a word from three letters on, a shorter one only as the beginning of a word.
    .map((word) => (word.length > 2 ? `%${word}%` : `% ${word}%`))
  const rows = await searchRegistered(sql, number ?? '', ` ${words}%`, first!, second!, third!, words, mostHits)
  return rows.map(readHit)
}

async function searchSimilar(sql: Sql, words: string): Promise<CompanyHit[]> {
  if (words.length < shortestMended) return []
  const mended = (await mendWords(sql, words.split(' ').slice(0, mostMended))).map(({ word }) => word).join(' ')
  return mended === words ? [] : await searchCopy(sql, mended, null)
}

function readHit({ name, number, status, line1, line2, town, county, postcode }: HitRow): CompanyHit {
  const addressSnippet = [line1, line2, town, county, postcode].filter(Boolean).join(', ')
  return { title: name, companyNumber: number, status, addressSnippet }
}

function readRow(row: CompanyRow, asOf: string): CompanyDetails {
  const { number, name, status, status_detail, previous_names, line1, line2, town, county, postcode, country } = row
  return {
    kind: 'found',
    number,
    name,
    status,
    statusDetail: status_detail,
    previousNames: previous_names,
    address: { line1, line2, town, county, postcode, country },
    asOf,
  }
}
