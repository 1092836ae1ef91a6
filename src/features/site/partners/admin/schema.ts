import { type } from 'arktype'
import { webAddress } from '../../../../domain/web-address.ts'
import { refuse } from '../../../../wire/field-failures.ts'
import { line, requiredLine } from '../../../../wire/text-schema.ts'

/** A partner as the admin area's form sends it. Whether the logo can be shown, only its host can tell. */
export const partnerSchema = type({
  name: requiredLine(120, 'Name is required'),
  url: line(500)
    .narrow(
      (value, ctx) =>
        value === '' || webAddress(value) !== null || refuse(ctx, 'Give an address that begins with https://'),
    )
    .pipe((value) => (value ? webAddress(value) : null))
    .default(''),
  logoUrl: line(500)
    .pipe((value) => value || null)
    .default(''),
  active: 'boolean',
  /** The one that is changed; empty for a new one. */
  id: type('string <= 100').default(''),
  /** What was stored when the form was made, or the id of a new partner. */
  seen: type('string <= 5000').default(''),
}).onUndeclaredKey('delete')
