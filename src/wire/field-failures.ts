import type { ArkErrors, Traversal, Type } from 'arktype'
import type { FieldFailure } from './failure.ts'

declare global {
  interface ArkEnv {
    /**
     * `sentence` is for any problem, `missing` for an absent, empty or otherwise typed value; `format` and `default` for the OpenAPI document;
     * `problems` of a form as a whole, also where some of its fields are wrong.
     */
    meta(): {
      sentence?: string
      missing?: string
      exact?: boolean
      format?: string
      default?: number
      problems?: (given: unknown) => FieldFailure[]
    }
  }
}

/** One for each field, never with what was sent. @param schema knows the fields that were left out. */
export function fieldFailures(errors: ArkErrors, schema?: Type): FieldFailure[] {
  const found = new Map<string, string>()
  for (const error of errors) {
    const field = error.path.join('.')
    if (!found.has(field)) found.set(field, messageOf(error, schema))
  }
  return [...found].map(([field, message]) => ({ field, message }))
}

/** In a schema's `.narrow()`. @param path of the field to blame, from the value. */
export function refuse(ctx: Pick<Traversal, 'reject'>, sentence: string, ...path: string[]): false {
  // The library's type leaves out `meta`, but it is passed on.
  return ctx.reject({ meta: { sentence }, relativePath: path } as never)
}

const missingCodes = new Set(['required', 'domain', 'minLength'])

function messageOf(error: ArkErrors[number], schema: Type | undefined): string {
  const own = (error.code === 'required' ? metaAt(error.path, schema) : undefined) ?? error.meta
  // Arktype's own message would begin with the path or repeat the value.
  if (own?.sentence) return own.sentence
  if (own?.missing && missingCodes.has(error.code)) return own.missing
  if (error.code === 'required') return 'Fill this in'
  if (error.code === 'maxLength') return `Use at most ${limitOf(error)} characters`
  if (error.code === 'minLength') return 'This is too short'
  if (error.code === 'domain') return 'This is not in the right format'
  return 'This is not valid'
}

function metaAt(path: ArkErrors[number]['path'], schema: Type | undefined) {
  try {
    const input = schema?.in as Type & {
      get: (...path: PropertyKey[]) => { meta: { sentence?: string; missing?: string } }
    }
    return input.get(...path).meta
  } catch {
    return undefined
  }
}

function limitOf(error: ArkErrors[number]): string {
  return 'rule' in error ? Number(error.rule).toLocaleString('en-GB') : 'fewer'
}
