import { cleanText } from '../../../wire/clean-text.ts'
import { type Cursor, readCursor } from './cursor.ts'
import type { RegisterFilters } from './list-register.ts'

/** The filters of a page's address. What cannot be read is left out: an address that somebody mended by hand still shows a page. */
export function readFilters(query: URLSearchParams): RegisterFilters & { cursor: Cursor | null } {
  const category = cleanText(query.get('category'))
  return {
    q: cleanText(query.get('q')),
    city: cleanText(query.get('city')),
    category: category === 'all' ? '' : category,
    verified: ['1', 'true', 'on'].includes(query.get('verified') ?? ''),
    cursor: readCursor(query.get('cursor') ?? ''),
  }
}
