import { type } from 'arktype'

const text = 'string <= 100'

/** The filters of the list of orders, as its address carries them; what makes no sense is no filter. */
export const ordersQuery = type({
  'q?': text,
  'status?': text,
  'type?': text,
  'from?': text,
  'until?': text,
}).onUndeclaredKey('delete')
