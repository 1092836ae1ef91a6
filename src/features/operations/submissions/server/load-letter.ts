import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Loader } from '../../../../page-loader.ts'
import { isLetterKind } from '../rules.ts'
import type { LetterData } from '../state.ts'
import { readLetter } from './queries.ts'

/** Feeds one letter with everything that was left. */
export const loadLetter: Loader<LetterData> = async ({ params, query, services: { sql } }) => {
  const { kind, id } = params
  const [row] = isLetterKind(kind) && isUuid(id) ? await readLetter(sql, { kind, id }) : []
  if (!row || !isLetterKind(kind)) return { kind: 'not-found' }
  const { details, ...letter } = row
  const read = JSON.parse(details) as Record<string, string>
  return {
    kind: 'page',
    data: {
      kind,
      letter,
      details: Object.entries(read).map(([term, text]) => ({ term, details: text })),
      isSaved: query.get('done') === 'saved',
    },
  }
}
