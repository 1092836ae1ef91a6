import { TextArea } from '#ui/field.tsx'
import { type ReviewField, reviewFields } from './form.ts'
import type { ReviewForm } from './use-review-form.ts'

type ReviewTextProps = {
  form: ReviewForm
  name: Exclude<ReviewField, 'person' | 'email'>
  hint?: string | undefined
  className?: string
}

/** @param hint where it depends on the application. */
export function ReviewText({ form, name, hint = reviewFields[name].hint, className }: ReviewTextProps) {
  const { label, rows, max } = reviewFields[name]
  return (
    <TextArea {...form.field(name)} label={label} hint={hint} rows={rows} maxLength={max} fieldClassName={className} />
  )
}
