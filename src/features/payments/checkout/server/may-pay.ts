import type { Visitor } from '#requests/visitor.ts'

/**
 * Whether this visitor may start a payment or open the billing page: the link alone is not enough, it takes the cookie of whoever applied,
 * or an admin.
 *
 * @param id of the application or of the organisation.
 */
export async function mayPay(visitor: Visitor, id: string): Promise<boolean> {
  return (await visitor.isOwnerOf(id)) || (await visitor.holds('money'))
}
