import type { ArkErrors } from 'arktype'
import type { FieldFailure } from './failure.ts'

/**
 * One failure for each field, in the person's words: a schema's `.describe()`d or `.configure({ message })`d sentence, and a
 * plain one where it has none. What was sent is never repeated.
 */
export function fieldFailures(errors: ArkErrors): FieldFailure[] {
  const found = new Map<string, string>()
  for (const error of errors) {
    const field = error.path.join('.')
    if (!found.has(field)) found.set(field, messageOf(error))
  }
  return [...found].map(([field, message]) => ({ field, message }))
}

function messageOf(error: ArkErrors[number]): string {
  // A sentence of our own ends up as the whole message; arktype's default one begins with the path or repeats the value.
  const own = error.meta && 'sentence' in error.meta ? String(error.meta.sentence) : null
  if (own) return own
  if (error.code === 'required') return 'This is required'
  if (error.code === 'maxLength') return 'This is too long'
  if (error.code === 'minLength') return 'This is too short'
  if (error.code === 'domain') return 'This has the wrong form'
  return 'This is not valid'
}
