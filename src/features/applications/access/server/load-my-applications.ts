import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Loader } from '../../../../page-loader.ts'
import type { MyApplicationsData, OwnApplication } from '../state.ts'
import { listOwnApplications, type OwnApplicationRow } from './queries.ts'

/** Feeds the list of what this browser's signed cookie lets it act for. */
export const loadMyApplications: Loader<MyApplicationsData> = async ({ visitor, query, services }) => {
  const ids = [...(await visitor.owned())].filter(isUuid)
  const rows = ids.length > 0 ? await listOwnApplications(services.sql, { applicationIds: ids }) : []
  return {
    kind: 'page',
    data: {
      isForgotten: query.has('forgotten'),
      applications: rows.map((row) => ({
        id: row.id,
        reference: row.reference,
        title: row.title || row.reference,
        organisation: row.organisation,
        status: row.status,
        submittedAt: row.submitted_at,
        entry:
          row.slug && row.number && row.register_status
            ? { number: row.number, slug: row.slug, registerStatus: row.register_status }
            : null,
        toPay: toPay(row),
      })),
    },
  }
}

function toPay({ status, register_status, is_listing_open }: OwnApplicationRow): OwnApplication['toPay'] {
  if (status !== 'approved' || !is_listing_open) return null
  if (register_status === null) return 'publish'
  return register_status === 'lapsed' ? 'renew' : null
}
