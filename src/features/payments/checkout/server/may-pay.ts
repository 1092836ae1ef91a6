import type { Visitor } from '#requests/visitor.ts'

/** The link alone is not enough: it takes the cookie of the applicant, or an admin. @param id of the application or the organisation. */
export async function mayPay(visitor: Visitor, id: string): Promise<boolean> {
  return (await visitor.isOwnerOf(id)) || (await visitor.holds('money'))
}
