import type { Sql } from '#database/sql.ts'
import { normaliseCompanyNumber } from '#domain/company-number.ts'
import { type Companies, type CompanyDetails, type CompanyHit, tidyCompanyQuery, typedNumber } from './companies.ts'
import {
  type CompanyRow,
  findRegistered,
  type HitRow,
  listCommonWords,
  mendWords,
  readCopy,
  searchRegistered,
} from './queries.ts'
import { registerName } from './register-name.ts'

const maxHits = 20
/** Beside a rarer word the index is not used for a word that one company in 500 has. */
const commonShare = 0.002
const fewestCommon = 1000
const shortestMended = 4
const maxMended = 6
const rememberedMs = 30_000

type Copy = { asOf: string; loadedAt: string; commonWords: Set<string> }

/** The copy answers first, also with misspelt words corrected; the check at submission asks the registry. @param maxAgeDays by the copy's day. */
export function withRegisterCopy(
  registry: Companies,
  sql: Sql,
  { maxAgeDays, checkedEveryMs = rememberedMs }: { maxAgeDays: number; checkedEveryMs?: number },
): Companies {
  let known: Copy | null = null
  let knownUntil = 0

  return {
    async search(query) {
      const copy = await currentCopy()
      const words = tidyCompanyQuery(query)
      if (copy === null || words === null) return await registry.search(query)
      const { asOf } = copy
      const hits = await searchCopy(sql, copy, registerName(words), typedNumber(words))
      if (hits.length > 0) return { kind: 'ok', hits, asOf }
      const answer = await registry.search(query)
      if (answer.kind === 'ok' && answer.hits.length > 0) return answer
      const similar = await searchSimilar(sql, copy, registerName(words))
      return similar.length > 0 ? { kind: 'ok', hits: similar, asOf } : answer
    },

    async details(companyNumber, options = {}) {
      const number = normaliseCompanyNumber(companyNumber)
      if (number === null) return { kind: 'unknown' }
      const copy = await currentCopy()
      if (copy === null) return await registry.details(number, options)
      const [row] = await findRegistered(sql, { number })
      if (options.purpose !== 'submission') return row ? readRow(row, copy.asOf) : await registry.details(number)
      const answer = await registry.details(number, options)
      return answer.kind === 'unknown' && row ? { kind: 'unavailable' } : answer
    },

    officers: registry.officers,
  }

  async function currentCopy(): Promise<Copy | null> {
    if (Date.now() < knownUntil) return known
    const [row] = await readCopy(sql, { oldestDays: maxAgeDays })
    if (!row) known = null
    else if (known?.loadedAt !== row.loaded_at) {
      const names = Math.max(fewestCommon, Math.round(row.companies * commonShare))
      const common = await listCommonWords(sql, { names })
      known = { asOf: row.as_of, loadedAt: row.loaded_at, commonWords: new Set(common.map(({ word }) => word)) }
    } else known = { ...known, asOf: row.as_of }
    knownUntil = Date.now() + checkedEveryMs
    return known
  }
}

async function searchCopy(sql: Sql, copy: Copy, words: string, number: string | null): Promise<CompanyHit[]> {
  if (words === '') return []
  const isCommon = (word: string) => Number(copy.commonWords.has(word))
  const byRarity = words.split(' ').toSorted((a, b) => isCommon(a) - isCommon(b) || b.length - a.length)
  const [rarest, second] = byRarity
  const next = second && (isCommon(rarest!) || !isCommon(second)) ? second : rarest
  const rows = await searchRegistered(sql, {
    number: number ?? '',
    beginning: ` ${words}%`,
    rarest: holding(rarest!),
    next: holding(next!),
    all: byRarity.map(holding),
    words,
    most: maxHits,
  })
  return rows.map((row) => readHit(row, words))
}

/** A trigram index finds parts of a word from three letters on, shorter ones only at a word's beginning. */
function holding(word: string): string {
  return word.length > 2 ? `%${word}%` : `% ${word}%`
}

async function searchSimilar(sql: Sql, copy: Copy, words: string): Promise<CompanyHit[]> {
  if (words.length < shortestMended) return []
  const mended = (await mendWords(sql, { words: words.split(' ').slice(0, maxMended) }))
    .map(({ word }) => word)
    .join(' ')
  return mended === words ? [] : await searchCopy(sql, copy, mended, null)
}

function readHit(row: HitRow, words: string): CompanyHit {
  const { name, number, status, status_detail: statusDetail, previous_names: previous } = row
  const addressSnippet = [row.line1, row.line2, row.town, row.county, row.postcode].filter(Boolean).join(', ')
  const holds = (candidate: string) => words.split(' ').every((word) => registerName(candidate).includes(word))
  const formerName = holds(name) ? undefined : previous.find(holds)
  return {
    title: name,
    companyNumber: number,
    status,
    addressSnippet,
    ...(statusDetail && { statusDetail }),
    ...(formerName && { formerName }),
  }
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
