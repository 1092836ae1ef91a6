import { camel } from '#database/camel.ts'
import type { Sql } from '#database/sql.ts'
import { normaliseCompanyNumber } from '#domain/company.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { type Companies, type CompanyDetails, type CompanyHit, tidyCompanyQuery, typedNumber } from './companies.ts'
import type { RegisteredCompany } from './read-register-file.ts'

const maxHits = 20
/** Beside a rarer word the index is not used for a word that one company in 500 has. */
const commonShare = 0.002
const fewestCommon = 1000
const shortestMended = 4
const maxMended = 6
const rememberedMs = 30_000

type HitRow = Omit<RegisteredCompany, 'country'>

type LoadedCopy = { asOf: Day; loadedAt: Instant; commonWords: Set<string> }

/** The copy answers first, also with misspelt words corrected; the check at submission asks the registry. @param maxAgeDays by the copy's day. */
export function withRegisterCopy(
  registry: Companies,
  sql: Sql,
  { maxAgeDays, checkedEveryMs = rememberedMs }: { maxAgeDays: number; checkedEveryMs?: number },
): Companies {
  let known: LoadedCopy | null = null
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
      const [row] = await camel(sql)<RegisteredCompany[]>`
        select number, name, status, status_detail, previous_names, line1, line2, town, county, postcode, country
        from registered_companies where number = ${number}::text`
      if (options.purpose !== 'submission') return row ? readRow(row, copy.asOf) : await registry.details(number)
      const answer = await registry.details(number, options)
      return answer.kind === 'unknown' && row ? { kind: 'unavailable' } : answer
    },

    officers: registry.officers,
  }

  async function currentCopy(): Promise<LoadedCopy | null> {
    if (Date.now() < knownUntil) return known
    const [row] = await camel(sql)<{ asOf: Day; companies: number; loadedAt: Instant }[]>`
      select as_of, companies, loaded_at from register_copies
      where companies > 0 and as_of >= current_date - ${maxAgeDays}::int`
    if (!row) known = null
    else if (known?.loadedAt !== row.loadedAt) {
      const names = Math.max(fewestCommon, Math.round(row.companies * commonShare))
      const common = await sql<{ word: string }[]>`select word from registered_words where names >= ${names}::int`
      known = { asOf: row.asOf, loadedAt: row.loadedAt, commonWords: new Set(common.map(({ word }) => word)) }
    } else known = { ...known, asOf: row.asOf }
    knownUntil = Date.now() + checkedEveryMs
    return known
  }
}

async function searchCopy(sql: Sql, copy: LoadedCopy, words: string, number: string | null): Promise<CompanyHit[]> {
  if (words === '') return []
  const isCommon = (word: string) => Number(copy.commonWords.has(word))
  const byRarity = words.split(' ').toSorted((a, b) => isCommon(a) - isCommon(b) || b.length - a.length)
  const [rarest, second] = byRarity
  const next = second && (isCommon(rarest!) || !isCommon(second)) ? second : rarest
  // Trigrams are slow for common words (100,000 matches come first): used only when beginnings and the first 8,000 names (3 ms) have too few.
  const rows = await camel(sql)<HitRow[]>`
    with begins as materialized (
      select number, row_number() over () as place from (
        select number from registered_companies where search_text like ${` ${words}%`}::text order by search_text
          limit ${maxHits}::int
      ) as first_names
    ),
    common as materialized (
      select number, search_text from (
        select number, search_text from registered_companies
        where (select count(*) from begins) < ${maxHits}::int
        order by search_text limit 8000
      ) as first_names
      where search_text like all (${byRarity.map(holding)}::text[])
      limit ${maxHits}::int
    ),
    rare as materialized (
      select number, search_text from registered_companies
      where (select count(*) from begins) < ${maxHits}::int and (select count(*) from common) < 10
        and search_text like ${holding(rarest!)}::text and search_text like ${holding(next!)}::text
        and search_text like all (${byRarity.map(holding)}::text[])
      limit 400
    ),
    found as (
      select number, 0 as tier, 0::float8 as place from registered_companies where number = ${number ?? ''}::text
      union all
      select number, 1, place from begins
      union all
      select number, case when search_text like '%' || ${words}::text || '%' then 2 else 3 end, -similarity(search_text,
        ${words}::text)
      from (table common union table rare) as holds
    ),
    ranked as (
      select number, min(tier) as tier, (array_agg(place order by tier))[1] as place
      from found group by number
      order by 2, 3, 1
      limit ${maxHits}::int
    )
    select c.number, c.name, c.status, c.status_detail, c.previous_names, c.line1, c.line2, c.town, c.county, c.postcode
    from ranked join registered_companies as c on c.number = ranked.number
    order by ranked.tier, ranked.place, c.number`
  return rows.map((row) => readHit(row, words))
}

/** A trigram index finds parts of a word from three letters on, shorter ones only at a word's beginning. */
function holding(word: string): string {
  return word.length > 2 ? `%${word}%` : `% ${word}%`
}

async function searchSimilar(sql: Sql, copy: LoadedCopy, words: string): Promise<CompanyHit[]> {
  if (words.length < shortestMended) return []
  // For an unknown word the most similar known one, the commoner of equals.
  const rows = await sql<{ word: string }[]>`
    select case
      when length(typed.word) < 4 or exists (select from registered_words as known where known.word = typed.word) then typed.word
      else coalesce((
        select near.word from registered_words as near
        where near.word % typed.word
        order by similarity(near.word, typed.word) desc, near.names desc, near.word
        limit 1), typed.word)
    end as word
    from unnest(${words.split(' ').slice(0, maxMended)}::text[]) with ordinality as typed (word, place)
    order by place`
  const mended = rows.map(({ word }) => word).join(' ')
  return mended === words ? [] : await searchCopy(sql, copy, mended, null)
}

function readHit(row: HitRow, words: string): CompanyHit {
  const { name, number, status, statusDetail, previousNames } = row
  const addressSnippet = [row.line1, row.line2, row.town, row.county, row.postcode].filter(Boolean).join(', ')
  const holds = (candidate: string) => words.split(' ').every((word) => registerName(candidate).includes(word))
  const formerName = holds(name) ? undefined : previousNames.find(holds)
  return {
    title: name,
    companyNumber: number,
    status,
    addressSnippet,
    ...(statusDetail && { statusDetail }),
    ...(formerName && { formerName }),
  }
}

function readRow(row: RegisteredCompany, asOf: Day): CompanyDetails {
  const { line1, line2, town, county, postcode, country, ...company } = row
  return { kind: 'found', ...company, address: { line1, line2, town, county, postcode, country }, asOf }
}

/** For comparing, without the legal form or the beginning of "limited", which somebody may be typing. */
export function registerName(name: string): string {
  const plain = /^[\x20-\x7e]*$/.test(name) ? name : name.normalize('NFKD').replace(/\p{M}/gu, '')
  const words = plain
    .toLowerCase()
    .replace(/[&+]/g, ' and ')
    .replace(/[.'’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words.replace(legalForm, '') || words
}

const legalForm =
  / (?:limited|ltd|plc|llp|cic|lp|cyfyngedig|cyf|ccc|limite|limit|limi|lim|public limited company|limited liability partnership|community interest company)$/

/** A blank first, so that a word's beginning can be searched; each former name on its own line. */
export function registerText(name: string, previousNames: string[]): string {
  return ` ${[name, ...previousNames].map(registerName).join('\n ')}`.slice(0, longestText)
}

/** A B-tree entry holds 2,700 bytes, and a letter takes up to three. */
const longestText = 800
