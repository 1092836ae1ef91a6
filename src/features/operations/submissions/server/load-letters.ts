import { apiPath } from '../../../../api.ts'
import { readTimeCursor, timeCursor } from '../../../../database/time-cursor.ts'
import { deskPaths, type LetterKind } from '../../../../desk-paths.ts'
import { handler, type Loader } from '../../../../page-loader.ts'
import { cleanText } from '../../../../wire/clean-text.ts'
import { isLetterKind, isLetterState, letterKinds } from '../rules.ts'
import type { LettersData } from '../state.ts'
import { countLetters, listLetters } from './queries.ts'

const pageSize = 30

/** Feeds the letters of one kind, newest first. */
export const loadLetters: Loader<LettersData> = async ({ params, query, services: { sql } }) => {
  const { kind } = params
  if (!isLetterKind(kind)) return { kind: 'not-found' }
  const filters = readLetterFilters(query)
  const after = readTimeCursor(query.get('after'))
  const [rows, counts] = await Promise.all([
    listLetters(sql, {
      kind,
      state: filters.state,
      text: filters.q || null,
      position: after?.position ?? null,
      id: after?.id ?? null,
      limit: pageSize + 1,
    }),
    countLetters(sql),
  ])
  const letters = rows.slice(0, pageSize)
  const last = letters.at(-1)
  return {
    kind: 'page',
    data: {
      kind,
      filters,
      fresh: Object.fromEntries(
        letterKinds.map((known) => [known, counts.find((row) => row.kind === known)?.letters ?? 0]),
      ) as Record<LetterKind, number>,
      letters,
      exportHref: apiPath('exportCorrespondence', { kind }, filters),
      firstHref: after ? deskPaths.letters(kind, filters) : null,
      nextHref:
        rows.length > pageSize && last ? deskPaths.letters(kind, { ...filters, after: timeCursor(last) }) : null,
    },
  }
}

/** The filters of an address. */
export function readLetterFilters(query: URLSearchParams): LettersData['filters'] {
  const state = query.get('state')
  return { q: cleanText(query.get('q')), state: isLetterState(state) ? state : null }
}

export const submissions = handler({ load: loadLetters })
