import type { ArkErrors, Traversal, Type } from 'arktype'
import type { FieldFailure } from './failure.ts'

declare global {
  interface ArkEnv {
    /**
     * `sentence` is said for whatever is wrong with the value that carries it, `missing` when the value is left out, empty or of
     * another kind: `type('string > 0').configure({ missing: 'Name is required' })`. `exact` is a password or a signed text, of which not
     * even what nobody sees is taken away. `format` and `default` are for the OpenAPI document: the JSON Schema format of a text, and what
     * holds where the value is left out.
     */
    meta(): { sentence?: string; missing?: string; exact?: boolean; format?: string; default?: number }
  }
}

/**
 * One failure for each field, in the person's words: the sentences that the schema carries, and a plain one where it has none.
 * What was sent is never repeated.
 *
 * @param schema the schema that failed: a field that was left out altogether is known to the object around it only.
 */
export function fieldFailures(errors: ArkErrors, schema?: Type): FieldFailure[] {
  const found = new Map<string, string>()
  for (const error of errors) {
    const field = error.path.join('.')
    if (!found.has(field)) found.set(field, messageOf(error, schema))
  }
  return [...found].map(([field, message]) => ({ field, message }))
}

/**
 * Refuses a value from within a schema's `.narrow()`, in the person's words.
 *
 * @param path of the field to blame, from the value; the value itself when left out.
 */
export function refuse(ctx: Pick<Traversal, 'reject'>, sentence: string, ...path: string[]): false {
  // The library's type leaves `meta` out of a predicate's own errors; it is handed on all the same.
  return ctx.reject({ meta: { sentence }, relativePath: path } as never)
}

const missingCodes = new Set(['required', 'domain', 'minLength'])

function messageOf(error: ArkErrors[number], schema: Type | undefined): string {
  const own = (error.code === 'required' ? metaAt(error.path, schema) : undefined) ?? error.meta
  // A sentence of our own ends up as the whole message; arktype's default one begins with the path or repeats the value.
  if (own?.sentence) return own.sentence
  if (own?.missing && missingCodes.has(error.code)) return own.missing
  if (error.code === 'required') return 'This is required'
  if (error.code === 'maxLength') return `Use at most ${limitOf(error)} characters`
  if (error.code === 'minLength') return 'This is too short'
  if (error.code === 'domain') return 'This is not in the right format'
  return 'This is not valid'
}

function metaAt(
  path: ArkErrors[number]['path'],
  schema: Type | undefined,
): { sentence?: string; missing?: string } | undefined {
  try {
    const input = schema?.in as Type & {
      get: (...path: PropertyKey[]) => { meta: { sentence?: string; missing?: string } }
    }
    return input.get(...path).meta
  } catch {
    // The path leads through something that has no properties to ask for: then the plain sentence has to do.
    return undefined
  }
}

function limitOf(error: ArkErrors[number]): string {
  return 'rule' in error ? Number(error.rule).toLocaleString('en-GB') : 'fewer'
}
