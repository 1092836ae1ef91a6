import { type } from 'arktype'
import { isDay } from '#domain/calendar-day.ts'
import { refuse } from '#wire/field-failures.ts'
import { line, requiredLine } from '#wire/text-schema.ts'

const wholeNumber = (most: number, sentence: string) =>
  line(9).narrow(
    (value, ctx) =>
      value === '' || (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= most) || refuse(ctx, sentence),
  )

/** A new code as the admin area's form sends it. */
export const newCouponSchema = type({
  code: requiredLine(40, 'Code is required')
    .pipe((value) => value.toUpperCase())
    .narrow((value, ctx) => /^[A-Z\d-]{3,40}$/.test(value) || refuse(ctx, 'Use 3 to 40 letters, digits and hyphens')),
  description: requiredLine(200, 'Description is required'),
  percentOff: wholeNumber(100, 'Use a whole number from 1 to 100')
    .narrow((value, ctx) => value !== '' || refuse(ctx, 'Discount is required'))
    .pipe(Number),
  listing: 'boolean',
  standard: 'boolean',
  premium: 'boolean',
  once: 'boolean',
  lastDay: line(10)
    .narrow((value, ctx) => value === '' || isDay(value) || refuse(ctx, 'Give the day as YYYY-MM-DD'))
    .default(''),
  maxUses: wholeNumber(1_000_000, 'Use a whole number from 1')
    .pipe((value) => (value ? Number(value) : null))
    .default(''),
})
  .onUndeclaredKey('delete')
  .narrow(
    (coupon, ctx) =>
      coupon.listing || coupon.standard || coupon.premium || refuse(ctx, 'Choose at least one', 'listing'),
  )
