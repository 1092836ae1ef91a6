import { pageTags } from '#domain/page-tags.ts'
import { webAddress } from '#domain/web-address.ts'
import { type KeptLoader, keptHandler } from '#requests/page-loader.ts'
import type { PartnersData } from '../partners-page.tsx'
import { listActivePartners } from './queries.ts'

/** Active partners as they are shown: an address that is no web address is no link. */
const loadPartners: KeptLoader<PartnersData> = async ({ services }) => {
  const partners = await listActivePartners(services.sql)
  return {
    kind: 'page',
    data: {
      partners: partners.map(({ id, name, url, logoUrl }) => ({
        id,
        name,
        url: url && webAddress(url),
        logoUrl: logoUrl && pictureAddress(logoUrl),
      })),
      demonstration: partners.some(({ isDemo }) => isDemo),
    },
    tags: [pageTags.partners],
  }
}

/** A picture of our own or one that is fetched over https; anything else is as good as none. */
function pictureAddress(text: string): string | null {
  return /^\/(?!\/)/.test(text) || text.startsWith('https://') ? text : null
}

export const partners = keptHandler({ load: loadPartners })
