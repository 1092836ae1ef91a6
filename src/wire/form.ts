import type { FieldFailure } from './failure.ts'

export type FormState = {
  typed: Record<string, string>
  problems: FieldFailure[]
  notice: string | null
}

export const emptyForm: FormState = { typed: {}, problems: [], notice: null }

export type Outcome = { tone: 'success' | 'warning' | 'danger'; title: string; text?: string }

export type PostedForm = {
  outcome: Outcome | null
  command: string | null
  typed: Record<string, string>
  problems: FieldFailure[]
}

/** Without what is no text, such as a file. */
export function textsOf(entries: Iterable<readonly [string, unknown]>): Record<string, string> {
  return Object.fromEntries([...entries].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

export function problemOf(problems: FieldFailure[], field: string): string | undefined {
  return problems.find((problem) => problem.field === field)?.message
}

export function inFormOrder(problems: FieldFailure[], names: string[]): FieldFailure[] {
  const place = ({ field }: FieldFailure) => (names.indexOf(field) + names.length + 1) % (names.length + 1)
  return problems.toSorted((one, other) => place(one) - place(other))
}
