import { type } from 'arktype'
import { line, requiredLine, webAddressLine } from '#wire/text-schema.ts'

/** A partner as the admin area's form sends it. Whether the logo can be shown, only its host can tell. */
export const partnerSchema = type({
  name: requiredLine(120, 'Name is required'),
  url: webAddressLine(500, null).default(''),
  logoUrl: line(500)
    .pipe((value) => value || null)
    .default(''),
  active: 'boolean',
  /** The one that is changed; empty for a new one. */
  id: type('string <= 100').default(''),
  /** What was stored when the form was made, or the id of a new partner. */
  seen: type('string <= 5000').default(''),
}).onUndeclaredKey('delete')
