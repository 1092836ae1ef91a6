import { type } from 'arktype'
import { isDay } from '#domain/calendar-day.ts'
import { type ClaimPlace, claimPlaces, placeEntry } from '#domain/claim-places.ts'
import { type ClaimKind, claimKinds, penceOf } from '#domain/claims.ts'
import { webAddress } from '#domain/web-address.ts'
import { releases } from '#features/site/press/content.ts'
import { wordmarkNames } from '#ui/wordmark.tsx'
import { refuse } from '#wire/field-failures.ts'
import { line } from '#wire/text-schema.ts'
import { textField } from './rules.ts'

const day = line(10)
  .narrow((value, ctx) => value === '' || isDay(value) || refuse(ctx, 'Give the day as YYYY-MM-DD'))
  .pipe((value) => value || null)
  .default('')
const text = (max: number) => line(max).default('')

const releaseIds = releases.map(({ id }) => id)

/** The proof can be given in parts, and counts once it is whole. */
export const claimSchema = type({
  place: type.enumerated(...(Object.keys(claimPlaces) as ClaimPlace[])),
  kind: type.enumerated(...(Object.keys(claimKinds) as ClaimKind[])),
  value: text(120),
  label: text(120),
  quote: text(600),
  name: text(120),
  role: text(120),
  position: line(5)
    .narrow((value, ctx) => /^\d*$/.test(value) || refuse(ctx, 'Use a whole number'))
    .pipe((value) => Number(value))
    .default(''),
  source: text(300),
  proof: line(500)
    .narrow(
      (value, ctx) =>
        !/^\w+:\/\//.test(value) ||
        (value.startsWith('https://') && webAddress(value) !== null) ||
        refuse(ctx, 'Enter a link that starts with https://, or the address of a file'),
    )
    .default(''),
  owner: text(120),
  validFrom: day,
  validUntil: day,
  /** Its revision when the form was made, or the id of a new one. */
  seen: type('string <= 100').default(''),
})
  .onUndeclaredKey('delete')
  .narrow((claim, ctx) => {
    const { kind, place, value, validFrom, validUntil } = claim
    const problems: [field: string, sentence: string][] = []
    if (!placeEntry(place).kinds.includes(kind)) problems.push(['kind', 'This kind of claim cannot be shown there'])
    for (const name of claimKinds[kind].texts) {
      const { optional, missing } = textField(kind, name)
      if (!optional && claim[name] === '') problems.push([name, missing])
    }
    if (kind === 'earlier-price' && value && penceOf(value) === null)
      problems.push(['value', 'Give the price like £249 or £1,495'])
    if (kind === 'partner-logo' && value && !wordmarkNames.includes(value))
      problems.push(['value', 'There is no such drawing'])
    if (validFrom && validUntil && validUntil < validFrom)
      problems.push(['validUntil', 'The last day is before the first day'])
    if (kind === 'winner' && value && !/^\d{4}$/.test(value)) problems.push(['value', 'Enter the year in four figures'])
    if (kind === 'press-release' && value && !releaseIds.includes(value))
      problems.push(['value', `Enter one of: ${releaseIds.join(', ')}`])
    for (const [field, sentence] of problems) refuse(ctx, sentence, field)
    return problems.length === 0
  })
