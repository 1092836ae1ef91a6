import { applicationState } from '../../../../domain/application-state.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Loader } from '../../../../page-loader.ts'
import type { MyApplicationsData } from '../state.ts'
import { listOwnApplications } from './queries.ts'

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
        slug: row.slug,
        state: applicationState(row),
      })),
    },
  }
}
