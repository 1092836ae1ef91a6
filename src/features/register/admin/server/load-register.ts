import { apiPath } from '#api.ts'
import { registerStatusNames } from '#domain/register-status.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { cleanText } from '#wire/clean-text.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { type RegisterFilters, registerColumns, registerHref, usualRegisterSort } from '../rules.ts'
import type { RegisterData } from '../state.ts'
import { countEntries, listEntries } from './queries.ts'

const pageSize = 30

/** Feeds the admin area's list of the register, the latest published first unless it is sorted otherwise. */
const loadAdminRegister: Loader<RegisterData> = async ({ query, services: { sql } }) => {
  const filters = readRegisterFilters(query)
  const sort = readSort(query.get('sort'), registerColumns, usualRegisterSort)
  const page = readPageNumber(query.get('page'))
  const [rows, [counted]] = await Promise.all([
    listEntries(sql, { filters, sort, ...rowsOf(page, pageSize) }),
    countEntries(sql, { filters, limit: countLimit + 1 }),
  ])
  return {
    kind: 'page',
    data: {
      filters,
      sort,
      entries: rows.slice(0, pageSize),
      exportHref: apiPath('exportRegister', {}, filters),
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: counted!.entries,
        hrefOf: (number) => registerHref(filters, sort, number),
      }),
    },
  }
}

/** The filters of an address. */
export function readRegisterFilters(query: URLSearchParams): RegisterFilters {
  return {
    q: cleanText(query.get('q')),
    status: registerStatusNames.find((known) => known === query.get('status')) ?? null,
    featured: query.get('featured') === '1',
  }
}

export const adminRegister = handler({ load: loadAdminRegister })
