import { type Type, type } from 'arktype'
import { isUuid } from '#domain/is-uuid.ts'
import { phoneSentence } from '#domain/phone-number.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { type Field, type Form, plainSentence, problemsOf } from '#wire/define-form.ts'
import { refuse } from '#wire/field-failures.ts'

/** Each field is checked in one step, so that all problems are reported together. Undeclared fields are dropped. */
export function schemaOf(form: Form): Type {
  const shapes = Object.entries(form.fields).map(([name, field]) => [name, fieldSchema(field)] as const)
  const hidden = form.honeypot ? { [honeypotName]: type('string <= 1000').default('') } : {}
  const schema = type({ ...Object.fromEntries(shapes), ...hidden } as never).onUndeclaredKey('delete') as Type
  return form.check ? schema.configure({ problems: (given) => problemsOf(form, textsOf(given)) }, 'self') : schema
}

/** As a page's form posts them. */
function textsOf(given: unknown): Record<string, string> {
  const texts = Object.entries(given ?? {}).map(([name, value]) => {
    if (Array.isArray(value)) return [name, value.join(',')]
    return [name, value === true ? '1' : typeof value === 'string' ? value : '']
  })
  return Object.fromEntries(texts)
}

export function schemaOfParams(params: Readonly<Record<string, (text: string) => boolean>>): Type {
  const shapes = Object.entries(params).map(([name, isPossible]) => {
    const text = type('string').narrow(isPossible)
    return [name, isPossible === isUuid ? text.configure({ format: 'uuid' }) : text]
  })
  return type(Object.fromEntries(shapes)).onUndeclaredKey('delete') as Type
}

function fieldSchema(field: Field): unknown {
  const { control, required, nullable } = field
  if (control === 'box')
    return required ? type('true').configure({ sentence: required, missing: required }) : type('boolean')
  if (control === 'boxes') {
    const list = type('string[]').narrow((values, ctx) => refuseProblem(field, values.join(','), ctx))
    return required ? list.configure({ missing: required }) : list.default(() => [])
  }
  if (field.choices) {
    const sentence = required ?? 'This is not valid'
    const values = field.choices.map(({ value }) => value)
    const one = type.enumerated(...values, ...(required ? [] : [''])).configure({ sentence, missing: sentence })
    return required ? one : one.default('' as never)
  }
  const text = type('string')
    .atMostLength(control === 'number' ? 100 : field.max)
    .narrow((typed, ctx) => refuseProblem(field, typed, ctx))
    .pipe((typed) => field.read(typed))
    .configure({
      ...(required && { missing: required }),
      ...(control === 'email' && { format: 'email' }),
      ...(field.exact && { exact: true }),
    })
  if (required) return text
  if (!nullable) return text.default('')
  // Of a union only the whole can say what is wrong.
  const sentence = control === 'tel' ? phoneSentence : `${plainSentence}, at most ${field.max}`
  return type('null')
    .pipe(() => '')
    .or(text)
    .configure({ sentence })
    .default('')
}

function refuseProblem(field: Field, typed: string, ctx: Parameters<typeof refuse>[0]): boolean {
  const problem = field.problemOf(typed)
  return problem === null || refuse(ctx, problem)
}
