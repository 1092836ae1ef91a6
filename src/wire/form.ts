import type { FieldFailure } from './failure.ts'

/** What a page shows of its form after a post that was not taken; `emptyForm` before one. */
export type FormState = {
  /** What was typed, by the names of the fields. */
  typed: Record<string, string>
  problems: FieldFailure[]
  /** Why it could not be taken as a whole. */
  notice: string | null
}

export const emptyForm: FormState = { typed: {}, problems: [], notice: null }

/** What is wrong with one field, if anything. */
export function problemOf(problems: FieldFailure[], field: string): string | undefined {
  return problems.find((problem) => problem.field === field)?.message
}

/** Problems in the order of the page. @param names of the fields in that order. */
export function inFormOrder(problems: FieldFailure[], names: string[]): FieldFailure[] {
  const place = ({ field }: FieldFailure) => (names.indexOf(field) + names.length + 1) % (names.length + 1)
  return problems.toSorted((one, other) => place(one) - place(other))
}
