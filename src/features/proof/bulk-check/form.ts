import { form, paragraphs } from '#wire/define-form.ts'
import { maxLine, maxLines } from './rules.ts'

export const bulkForm = form({
  list: paragraphs({
    label: 'Names, numbers or links',
    hint: `One on each line, at most ${maxLines}.`,
    optional: true,
    max: maxLines * (maxLine + 1),
    rows: 8,
  }),
})
