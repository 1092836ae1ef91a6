import { type } from 'arktype'

export const partnersAnswer = type({
  id: 'string.uuid',
  name: 'string',
  url: 'string | null',
  logoUrl: 'string | null',
  active: 'boolean',
  priority: 'number.integer',
}).array()
