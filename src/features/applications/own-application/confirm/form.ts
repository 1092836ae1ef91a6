import { day, form, phone, text } from '#wire/define-form.ts'

export const factsForm = form({
  contactName: text({ label: 'Contact name', max: 120, required: 'Contact name is required', autoComplete: 'name' }),
  phone: phone({ label: 'Phone', required: 'Phone number is required', autoComplete: 'tel' }),
  nextDay: day({
    label: 'Date of the next edition',
    hint: 'We have filled in the same weekday, a year later. Leave it empty if no next edition is planned.',
    optional: true,
  }),
})
