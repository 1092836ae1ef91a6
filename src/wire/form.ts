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

/** What a post has come to, as the page says it. */
export type Outcome = { tone: 'success' | 'warning' | 'danger'; title: string; text?: string }

/** What a page says of a post: of one that was taken and led here, or of one that was not, with what was typed. */
export type Posted = {
  outcome: Outcome | null
  /** The command that was not carried out, by its name on the page. */
  command: string | null
  typed: Record<string, string>
  problems: FieldFailure[]
}

/** What is wrong with one field, if anything. */
export function problemOf(problems: FieldFailure[], field: string): string | undefined {
  return problems.find((problem) => problem.field === field)?.message
}

/** Problems in the order of the page. @param names of the fields in that order. */
export function inFormOrder(problems: FieldFailure[], names: string[]): FieldFailure[] {
  const place = ({ field }: FieldFailure) => (names.indexOf(field) + names.length + 1) % (names.length + 1)
  return problems.toSorted((one, other) => place(one) - place(other))
}
