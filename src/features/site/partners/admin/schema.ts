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
    .pipe((value) => (value ? webAddress(value) : null)),
  logoUrl: line(500).pipe((value) => value || null),
  active: type('string <= 1').pipe((value) => value === '1'),
}).onUndeclaredKey('delete')
