import { box, form, text, website } from '#wire/define-form.ts'

export const partnerForm = form({
  name: text({ label: 'Name', max: 120, required: 'Enter a name' }),
  url: website({ label: 'Website', optional: true, max: 500 }),
  logoUrl: {
    ...text({
      label: 'Logo',
      optional: true,
      hint: 'An https:// address of a JPEG, PNG, WebP or AVIF file of at most 3 MB',
      max: 500,
    }),
    control: 'url',
  },
  active: box({ label: 'Shown on the site' }),
  /** What was stored when the form was made, or the id of a new partner, so that a repeated click is one partner. */
  seen: text({ label: '', max: 5000 }),
})
