import { applicationState } from '../../../../domain/application-state.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Loader } from '../../../../page-loader.ts'
import { findShownApplication } from '../../../applications/server/queries.ts'
import { readCallData } from '../../server/read-call-data.ts'
import type { PreApprovedData } from '../state.ts'

/** The application that `application_id` names. Without one the page asks the browser which application it has sent. */
export const loadPreApproved: Loader<PreApprovedData> = async (request) => {
  const { query, services } = request
  const id = query.get('application_id') ?? ''
  const [row] = isUuid(id) ? await findShownApplication(services.sql, { id }) : []
  const application = row && {
    id: row.id,
    reference: row.reference,
    title: row.title,
    status: row.status,
    state: applicationState(row),
    slug: row.slug,
  }
  const call = application ? await readCallData(request, application.id) : null
  return { kind: 'page', data: { application: application ?? null, call } }
}
