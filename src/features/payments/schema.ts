import { type } from 'arktype'
import { extraIds, orderTypes } from '#domain/catalogue.ts'
import { address, addressOrPath } from '#wire/formats.ts'

export const applicationParams = type({ appId: 'string.uuid' })

/** What starts the payment of a listing. Name and email are those of the organisation: what is sent for them is not read. */
export const createListingSessionSchema = type({
  applicationId: 'string.uuid',
  'customerEmail?': 'unknown',
  'customerName?': 'unknown',
  'coupon?': type('string <= 40').or('null').configure({ sentence: 'This coupon code is not valid' }),
}).onUndeclaredKey('delete')

export const checkoutAddressSchema = type({ url: address }).or({ fallbackUrl: addressOrPath })

export const removeCouponSchema = type({ applicationId: 'string.uuid' }).onUndeclaredKey('delete')

const sessionFields = { applicationId: 'string.uuid', 'customerEmail?': 'unknown', 'customerName?': 'unknown' } as const

export const createSessionSchema = type(sessionFields).onUndeclaredKey('delete')

const engraving = { 'engraving?': type('string <= 10000').configure({ sentence: 'Please enter your engraving text.' }) }

export const engravingSchema = type(engraving).onUndeclaredKey('delete')

export const createEngravedSessionSchema = type({ ...sessionFields, ...engraving }).onUndeclaredKey('delete')

const services = type
  .enumerated(...extraIds)
  .array()
  .atLeastLength(1)
  .atMostLength(20)
  .configure({ sentence: 'Select at least one service.' })

export const chosenServicesSchema = type({ services }).onUndeclaredKey('delete')

export const createExtrasSessionSchema = type({ ...sessionFields, services }).onUndeclaredKey('delete')

export const sessionAnswerSchema = type({ success: 'true', checkoutUrl: address })

export const createPortalSessionSchema = type({
  customerEmail: 'string <= 320',
  'applicationId?': 'string.uuid',
}).onUndeclaredKey('delete')

export const portalAnswerSchema = type({ success: 'true', portalUrl: address })

export const ordersSchema = type({
  id: 'string.uuid',
  type: type.enumerated(...orderTypes),
  amountPence: 'number.integer',
  status: "'pending' | 'paid' | 'failed' | 'expired' | 'refunded' | 'disputed' | 'cancelled'",
  metadata: { 'engraving?': 'string', 'services?': 'string[]' },
}).array()
