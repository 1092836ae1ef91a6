/** Makes the call that begins the payment. @returns the `url` of its answer, which has none while the provider cannot be reached. */
type Begin = (path: string, json: { applicationId: string }) => Promise<string>

/**
 * Pays for the listing of an approved application, as its applicant does: the site answers with the address of the provider's page, and
 * the session that stands in it is paid.
 *
 * @param pay at the provider; its event is then sent to the site.
 * @returns the session.
 */
export async function payListing(
  applicationId: string,
  begin: Begin,
  pay: (session: string) => Promise<unknown>,
): Promise<string> {
  const url = await begin('/api/stripe/create-listing-session', { applicationId })
  const session = new URL(url).pathname.split('/').at(-1)!
  await pay(session)
  return session
}
