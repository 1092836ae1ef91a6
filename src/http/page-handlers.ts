import { loadHome } from '../features/home/load-home.ts'
import { loadDatabase } from '../features/national-events/load-database.ts'
import { loadPartners } from '../features/partners/load-partners.ts'
import type { Action, Loader } from '../page-loader.ts'
import type { PageId } from '../paths.ts'
import { loadApiDocs } from './load-api-docs.ts'

export type PageHandler = {
  load: Loader<unknown>
  /** Takes the page's own form post. */
  act?: Action<unknown>
  /** `admin`: without a signed-in admin the answer is the sign-in page, which leads back here. */
  permission?: 'admin'
}

/** Who loads what: every page that a path can name. */
export const pageHandlers = {
  apiDocs: { load: loadApiDocs },
  home: { load: loadHome },
  database: { load: loadDatabase },
  partners: { load: loadPartners },
} as unknown as Record<PageId, PageHandler>
