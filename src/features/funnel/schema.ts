import { type } from 'arktype'

export const applicationParams = type({ appId: 'string.uuid' })

/** What starts the payment of a listing. Name and email are those of the organisation: what is sent for them is not read. */
export const createListingSessionSchema = type({
  applicationId: 'string.uuid',
  'customerEmail?': 'unknown',
  'customerName?': 'unknown',
  'coupon?': type('string <= 40').or('null').configure({ sentence: 'This coupon code is not valid' }),
}).onUndeclaredKey('delete')

export const checkoutAddressSchema = type({ url: 'string' }).or({ fallbackUrl: 'string' })

export const ordersSchema = type({
  id: 'string',
  type: 'string',
  amountPence: 'number.integer',
  status: 'string',
  metadata: { 'engraving?': 'string' },
}).array()
