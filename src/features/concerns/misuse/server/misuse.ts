import { dayFrom } from '#domain/london-time.ts'
import { handler, type Loader, type PageRequest } from '#requests/page-loader.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { nameSorts, namesHref, numberSorts, numbersHref, usualNameSort, usualNumberSort } from '../misuse-view.ts'
import { often } from '../rules.ts'
import type { FailedNumber, LookAlike, MisuseData } from '../state.ts'
import {
  countFailedNumbers,
  countLookAlikes,
  type FailedNumberRow,
  type LookAlikeRow,
  listFailedNumbers,
  listLookAlikes,
} from './queries.ts'

const pageSize = 50

/** Feeds the lists of what may be misuse: numbers that fail checks, or with `?list=names` names like those of accredited events. */
const loadMisuse: Loader<MisuseData> = async (request) => ({
  kind: 'page',
  data: request.query.get('list') === 'names' ? await loadNames(request) : await loadNumbers(request),
})

async function loadNumbers({ query, services: { sql, now } }: PageRequest): Promise<MisuseData> {
  const sort = readSort(query.get('sort'), numberSorts, usualNumberSort)
  const page = readPageNumber(query.get('page'))
  const since = dayFrom(now(), -often.days)!
  const [rows, [counted]] = await Promise.all([
    listFailedNumbers(sql, {
      since,
      checks: often.checks,
      byChecks: sort.by === 'checks',
      descending: sort.descending,
      ...rowsOf(page, pageSize),
    }),
    countFailedNumbers(sql, { since, checks: often.checks, limit: countLimit + 1 }),
  ])
  return {
    list: 'numbers',
    sort,
    numbers: rows.slice(0, pageSize).map(numberOf),
    pages: listPages({
      page,
      pageSize,
      fetched: rows.length,
      counted: counted!.numbers,
      hrefOf: (number) => numbersHref(sort, number),
    }),
  }
}

function numberOf({ number, checks, days, last_on: lastOn, slug, title, status }: FailedNumberRow): FailedNumber {
  const entry = slug && title && status ? { slug, title, status } : null
  return { number, checks, days, lastOn, entry }
}

async function loadNames({ query, services: { sql } }: PageRequest): Promise<MisuseData> {
  const sort = readSort(query.get('sort'), nameSorts, usualNameSort)
  const page = readPageNumber(query.get('page'))
  const [rows, [counted]] = await Promise.all([
    listLookAlikes(sql, {
      byLikeness: sort.by === 'likeness',
      descending: sort.descending,
      ...rowsOf(page, pageSize),
    }),
    countLookAlikes(sql, { limit: countLimit + 1 }),
  ])
  return {
    list: 'names',
    sort,
    names: rows.slice(0, pageSize).map(lookAlikeOf),
    pages: listPages({
      page,
      pageSize,
      fetched: rows.length,
      counted: counted!.names,
      hrefOf: (number) => namesHref(sort, number),
    }),
  }
}

function lookAlikeOf(row: LookAlikeRow): LookAlike {
  return {
    applicationId: row.application_id,
    reference: row.reference,
    kind: row.kind,
    applied: row.applied,
    companyNo: row.company_no,
    entry: { slug: row.slug, name: row.name, companyNo: row.entry_company_no },
    likeness: Math.round(row.likeness * 100),
    foundAt: row.found_at,
  }
}

export const adminMisuse = handler({ load: loadMisuse })
