import { type Type, type } from 'arktype'
import { eventCategories } from '#domain/categories.ts'
import { schemaOf } from '#page/form-schema.ts'
import type { Values } from '#wire/define-form.ts'
import { refuse } from '#wire/field-failures.ts'
import type { Criterion } from '../criterion.ts'
import { ruleEventTypeNames } from '../criterion-groups.ts'
import { criterionForm } from './criterion-form.ts'

/** The draft's revision that a form was made from. */
export const revisionField = type('string').pipe(Number).to('number.integer')

const ruleRow = type({
  level: "'must' | 'should' | 'remove' | ''",
  types: 'string <= 100',
  categories: 'string <= 500',
  from: 'string <= 20',
  order: 'string <= 20',
}).narrow((row, ctx) => {
  if (row.level === 'remove') return true
  const isEmpty = row.types === '' && row.categories === '' && row.from === '' && row.order === ''
  if (row.level === '') return isEmpty || refuse(ctx, 'Choose must or should for this rule', 'level')
  if (!isWhole(row.from, 1, 1_000_000))
    return refuse(ctx, 'Use a whole number from 1 to 1,000,000, or leave it empty', 'from')
  return isWhole(row.order, 1, 99) || refuse(ctx, 'Use a whole number from 1 to 99, or leave it empty', 'order')
})

export const criterionFormSchema = (schemaOf(criterionForm) as Type<Values<typeof criterionForm>>)
  .merge({
    rules: ruleRow
      .array()
      .narrow(
        (rows, ctx) => rows.some(isKept) || refuse(ctx, 'Say for which events it is a must or a should', '0', 'level'),
      ),
    revision: revisionField,
  })
  .narrow(({ expires, graceDays }, ctx) => {
    if (expires === (graceDays !== null)) return true
    const sentence = expires ? 'Give the days of grace' : 'Only documents with a last day can have days of grace'
    return refuse(ctx, sentence, 'graceDays')
  })
  .onUndeclaredKey('delete')

function isWhole(text: string, min: number, max: number): boolean {
  const digits = text.trim()
  return digits === '' || (/^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max)
}

function isKept({ level }: { level: string }): boolean {
  return level === 'must' || level === 'should'
}

/** Without the rules that were left empty or removed. */
export function criterionOf(
  id: string,
  { revision: _, expires, graceDays, rules, ...texts }: typeof criterionFormSchema.infer,
): Criterion {
  const place = (order: string) => (order.trim() === '' ? Number.MAX_SAFE_INTEGER : Number(order))
  return {
    id,
    ...texts,
    ...(expires ? { expires, graceDays: graceDays! } : {}),
    rules: rules
      .filter(isKept)
      .sort((one, other) => place(one.order) - place(other.order))
      .map(({ level, types, categories, from }) => ({
        level: level as 'must' | 'should',
        ...chosen('types', ruleEventTypeNames, types),
        ...chosen('categories', eventCategories, categories),
        ...(Number(from) > 1 ? { from: Number(from) } : {}),
      })),
  }
}

/** Nothing where none or all were ticked, which both mean all. */
function chosen<Name extends string, Value extends string>(name: Name, known: readonly Value[], ticked: string) {
  const values = known.filter((value) => ticked.split(',').includes(value))
  return values.length > 0 && values.length < known.length ? ({ [name]: values } as { [Key in Name]: Value[] }) : {}
}
