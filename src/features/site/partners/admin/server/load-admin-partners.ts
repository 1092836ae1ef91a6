import type { Loader, PageRequest } from '../../../../../page-loader.ts'
import type { FieldFailure } from '../../../../../wire/failure.ts'
import type { Partner } from '../../server/queries.ts'
import type { AdminPartnersData, TypedPartner } from '../state.ts'
import { listPartners } from './queries.ts'

/** Feeds the admin area's list of partners. */
export const loadAdminPartners: Loader<AdminPartnersData> = async (request) => await partnersPage(request)

/** The page as it stands, or after a post, with what was typed. */
export async function partnersPage(
  { query, services }: PageRequest,
  more: { status?: number; typed?: TypedPartner; problems?: FieldFailure[]; seen?: string; notice?: 'conflict' } = {},
): Promise<{ kind: 'page'; status: number; data: AdminPartnersData }> {
  const partners = await listPartners(services.sql)
  const edited = partners.find(({ id }) => id === query.get('edit'))
  const done = query.get('done')
  return {
    kind: 'page',
    status: more.status ?? 200,
    data: {
      partners,
      editing: edited?.id ?? null,
      typed: more.typed ?? {
        name: edited?.name ?? '',
        url: edited?.url ?? '',
        logoUrl: edited?.logoUrl ?? '',
        active: !edited || edited.active ? '1' : '',
      },
      problems: more.problems ?? [],
      seen: more.seen ?? (edited ? seenOf(edited) : crypto.randomUUID()),
      notice: more.notice ?? (done === 'added' || done === 'saved' || done === 'moved' ? done : null),
    },
  }
}

/** What an editor can change of a partner, as one text: it tells whether somebody else has. */
export function seenOf({ name, url, logoUrl, active }: Partner): string {
  return JSON.stringify([name, url, logoUrl, active])
}
