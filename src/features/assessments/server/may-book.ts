import type { Visitor } from '#requests/visitor.ts'

/** Whether this visitor may book the call: the link alone is not enough, it takes the cookie of whoever applied, or an admin. */
export async function mayBook(
  visitor: Visitor,
  application: { id: string; organisation_id: string },
): Promise<boolean> {
  const own = await visitor.owned()
  return own.has(application.id) || own.has(application.organisation_id) || (await visitor.holds('review'))
}
