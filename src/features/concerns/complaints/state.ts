import type { FormState } from '#wire/form.ts'

export type ComplaintData = {
  form: FormState
  /** The reference of one that was taken. */
  received: string | null
}
