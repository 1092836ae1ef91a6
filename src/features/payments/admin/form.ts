import { isUuid } from '#domain/is-uuid.ts'
import { choice, form, paragraphs, text } from '#wire/define-form.ts'
import { penceOf, reasonLimit } from './rules.ts'

const id = text({
  label: 'Id',
  max: 36,
  required: 'This is not valid',
  check: (typed) => !isUuid(typed) && 'This is not valid',
})

export const refundForm = form(
  {
    /** Of the form: sent again, it is the same refund. */
    requestKey: id,
    /** A payment that was not recorded; empty for the order's own. */
    discrepancy: text({ label: 'Discrepancy', max: 100 }),
    amount: text({
      label: 'Amount in pounds',
      max: 100,
      required: 'Give the amount in pounds, such as 49.00',
      check: (typed) => penceOf(typed) === null && 'Give the amount in pounds, such as 49.00',
    }),
    reason: paragraphs({
      label: 'Reason',
      hint: 'For our own records.',
      rows: 3,
      max: reasonLimit,
      required: 'Enter the reason. It is kept in our records',
    }),
    /** Whether a person who gets all of a payment back may pay again: `closed` is a refund for cause. */
    again: choice({ label: 'May they pay again?', choices: { open: 'Yes', closed: 'No, the refund is for cause' } }),
  },
  {
    // Of a payment that was not recorded, nothing is paid again.
    check: ({ discrepancy, again }) =>
      !isUuid(discrepancy ?? '') && again === '' && { again: 'Say whether they may pay again' },
  },
)

export const settleForm = form({
  discrepancy: id,
  note: paragraphs({ label: 'How it was settled', rows: 3, max: reasonLimit, required: 'Say how it was settled' }),
})
