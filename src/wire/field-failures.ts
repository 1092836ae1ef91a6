import type { ArkErrors, Traversal, Type } from 'arktype'
import type { FieldFailure } from './failure.ts'

declare global {
  interface ArkEnv {
    /**
     * `sentence` is said of whatever is wrong, `missing` when the value is left out, empty or of another kind. `exact` is a password or a signed
     * text, of which nothing is taken away. `format` and `default` are for the OpenAPI document.
     */
    meta(): { sentence?: string; missing?: string; exact?: boolean; format?: string; default?: number }
  }
}

/** One for each field: the schema's sentence, or a plain one. What was sent is never repeated. @param schema knows the fields that were left out. */
export function fieldFailures(errors: ArkErrors, schema?: Type): FieldFailure[] {
  const found = new Map<string, string>()
  for (const error of errors) {
    const field = error.path.join('.')
    if (!found.has(field)) found.set(field, messageOf(error, schema))
  }
  return [...found].map(([field, message]) => ({ field, message }))
}

/** Refuses a value in a schema's `.narrow()`. @param path of the field to blame, from the value. */
export function refuse(ctx: Pick<Traversal, 'reject'>, sentence: string, ...path: string[]): false {
  // The library's type leaves `meta` out of a predicate's own errors, but it is handed on.
  return ctx.reject({ meta: { sentence }, relativePath: path } as never)
}

const missingCodes = new Set(['required', 'domain', 'minLength'])

function messageOf(error: ArkErrors[number], schema: Type | undefined): string {
  const own = (error.code === 'required' ? metaAt(error.path, schema) : undefined) ?? error.meta
  // Arktype's own message would begin with the path or repeat the value.
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
    // Something on the path has no properties.
    return undefined
  }
}

function limitOf(error: ArkErrors[number]): string {
  return 'rule' in error ? Number(error.rule).toLocaleString('en-GB') : 'fewer'
}
