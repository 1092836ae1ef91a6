import { type } from 'arktype'
import { address, addressOrPath } from '#wire/formats.ts'

export const partnersAnswer = type({
  id: 'string.uuid',
  name: 'string',
  url: address.or('null'),
  logoUrl: addressOrPath.or('null'),
  active: 'boolean',
  priority: 'number.integer',
}).array()
