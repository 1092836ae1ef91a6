import { box, boxes, day, form, text, wholeNumber } from '#wire/define-form.ts'

const couponTargets = {
  listing: 'Annual Listing',
  standard: 'Standard package',
  premium: 'Premium package',
}

/** What a code is for, in words; what cannot be typed anywhere by its name. */
export function targetWords(appliesTo: readonly string[]): string {
  return appliesTo.map((name) => (couponTargets as Record<string, string>)[name] ?? name).join(', ')
}

export const couponForm = form({
  code: text({
    label: 'Code',
    hint: '3 to 40 letters, digits and hyphens',
    max: 40,
    required: 'Enter a code',
    change: (code) => code.toUpperCase(),
    check: (code) => !/^[A-Z\d-]{3,40}$/.test(code) && 'Use 3 to 40 letters, digits and hyphens',
  }),
  description: text({
    label: 'Description',
    hint: 'Shown to the buyer',
    max: 200,
    required: 'Enter a description',
  }),
  percentOff: wholeNumber({ label: 'Discount in per cent', max: 100, required: 'Enter the discount in per cent' }),
  appliesTo: boxes({ label: 'For', choices: couponTargets, initial: 'listing', required: 'Choose at least one' }),
  once: box({ label: 'Once per organisation', hint: 'For the listing', initial: true }),
  lastDay: day({ label: 'Last day', optional: true }),
  maxUses: wholeNumber({ label: 'How often it can be used', optional: true, max: 1_000_000 }),
})

export const endForm = form({ code: text({ label: 'Code', max: 40, required: 'Choose a code' }) })
