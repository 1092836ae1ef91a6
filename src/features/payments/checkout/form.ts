import { readVatNumber } from '#domain/vat.ts'
import { form, text } from '#wire/define-form.ts'

export const vatNumberSentence = 'Enter the VAT number with the letters of its country, such as IE1234567X'

export const vatNumberForm = form({
  vatNumber: text({
    label: 'VAT number',
    hint: 'With the letters of its country, such as IE1234567X',
    max: 30,
    check: (typed) => !readVatNumber(typed) && vatNumberSentence,
  }),
})
