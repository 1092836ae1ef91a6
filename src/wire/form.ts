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

export function problemOf(problems: FieldFailure[], field: string): string | undefined {
  return problems.find((problem) => problem.field === field)?.message
}

export function inFormOrder(problems: FieldFailure[], names: string[]): FieldFailure[] {
  const place = ({ field }: FieldFailure) => (names.indexOf(field) + names.length + 1) % (names.length + 1)
  return problems.toSorted((one, other) => place(one) - place(other))
}
