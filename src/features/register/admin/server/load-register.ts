import { adminHref } from '../../../../admin-pages.ts'
import { readTimeCursor, timeCursor } from '../../../../database/time-cursor.ts'
import { registerStatusNames } from '../../../../domain/register-status.ts'
import { handler, type Loader } from '../../../../requests/page-loader.ts'
import { cleanText } from '../../../../wire/clean-text.ts'
import type { RegisterData, RegisterFilters } from '../state.ts'
import { listEntries } from './queries.ts'

const pageSize = 30

/** Feeds the admin area's list of the register, the latest published first. */
export const loadAdminRegister: Loader<RegisterData> = async ({ query, services: { sql } }) => {
  const filters: RegisterFilters = {
    q: cleanText(query.get('q')),
    status: registerStatusNames.find((known) => known === query.get('status')) ?? null,
    featured: query.get('featured') === '1',
  }
  const after = readTimeCursor(query.get('after'))
  const rows = await listEntries(sql, { ...filters, after })
  const entries = rows.slice(0, pageSize)
  const last = entries.at(-1)
  const more = rows.length > pageSize && last
  return {
    kind: 'page',
    data: {
      filters,
      entries,
      firstHref: after ? adminHref('adminRegister', filters) : null,
      nextHref: more ? adminHref('adminRegister', { ...filters, after: timeCursor(last) }) : null,
    },
  }
}

export const adminRegister = handler({ load: loadAdminRegister })
