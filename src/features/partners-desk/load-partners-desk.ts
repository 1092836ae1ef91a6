import type { Loader, PageRequest } from '../../page-loader.ts'
import type { FieldFailure } from '../../wire/failure.ts'
import { listPartners } from './queries.ts'
import type { PartnersDeskData, TypedPartner } from './state.ts'

/** Feeds the desk's list of partners. */
export const loadPartnersDesk: Loader<PartnersDeskData> = async (request) => await partnersPage(request)

/** The page as it stands, or after a post, with what was typed. */
export async function partnersPage(
  { query, services }: PageRequest,
  more: { status?: number; typed?: TypedPartner; problems?: FieldFailure[] } = {},
): Promise<{ kind: 'page'; status: number; data: PartnersDeskData }> {
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
      notice: done === 'added' || done === 'saved' || done === 'moved' ? done : null,
    },
  }
}
