import type { Visitor } from '../../../requests/visitor.ts'

/** Whether this visitor may start a payment: the link alone is not enough, it takes the cookie of whoever applied, or an admin. */
export async function mayPay(visitor: Visitor, applicationId: string): Promise<boolean> {
  return (await visitor.isOwnerOf(applicationId)) || (await visitor.holds('money'))
}

/** Whether this visitor may open the billing page of an organisation. */
export async function mayManageBilling(visitor: Visitor, organisationId: string): Promise<boolean> {
  return (await visitor.isOwnerOf(organisationId)) || (await visitor.holds('money'))
}
