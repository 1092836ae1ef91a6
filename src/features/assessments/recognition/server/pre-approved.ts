import { applicationStatuses } from '#domain/application-facts.ts'
import { applicationState } from '#domain/application-state.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { findShownApplication } from '#features/applications/server/queries.ts'
import { type BookingForm, withoutNext } from '#features/assessments/rules.ts'
import { bookAssessment } from '#features/assessments/server/api.ts'
import { listNextFree } from '#features/assessments/server/list-free-times.ts'
import { chooseSlot, knownLevels, readCallData } from '#features/assessments/server/read-call-data.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { href } from '#pages.ts'
import { formPost } from '#requests/form-post.ts'
import { type Action, handler, type Loader } from '#requests/page-loader.ts'
import type { PreApprovedData } from '../state.ts'

/** The application that `application_id` names. Without one the page asks the browser which application it has sent. */
const loadPreApproved: Loader<PreApprovedData> = async (request) => {
  const { query, services } = request
  const id = query.get('application_id') ?? ''
  const [row] = isUuid(id) ? await findShownApplication(services.sql, { id }) : []
  const application = row && {
    id: row.id,
    reference: row.reference,
    title: row.title,
    status: row.status,
    state: applicationState(row, services.brand.accreditAfter, londonDay(services.now())),
    slug: row.slug,
    isAddressConfirmed: row.is_address_confirmed,
  }
  const call = application ? await readCallData(request, application.id) : null
  const badges = (await readClaims(services, ['levels-badge']))['levels-badge']
  const hasPackages = services.env.mode === 'demo'
  return { kind: 'page', data: { application: application ?? null, call, badges, hasPackages } }
}

/** Books the call without a script: the page that says so, or the dialog again as it was filled in. */
const actPreApproved: Action<PreApprovedData> = async (request) => {
  const { form, query, services } = request
  const page = await loadPreApproved(request)
  if (page.kind !== 'page' || !page.data.application) return { kind: 'redirect', to: href('preApproved'), status: 303 }
  const { data } = page
  const applicationId = page.data.application.id
  const done = {
    kind: 'redirect' as const,
    to: `${href('preApproved', { application_id: applicationId })}#call`,
    status: 303 as const,
  }
  if (data.call?.booked) return done
  // The page itself says why there is no call for it.
  if (
    data.application?.state?.situation === 'withdrawn' ||
    !applicationStatuses[page.data.application.status!].takesCalls
  )
    return { ...page, status: 409 }

  const book = formPost(bookAssessment, {
    input: ({ form }) => ({ preferredTime: '', selectedOptions: '', ...form, applicationId }),
    done: () => done.to,
    again: async (_, { problems, notice }, { failure, details }) => {
      const isTheirs = failure !== 'forbidden'
      const booking: BookingForm = {
        ...(await chooseSlot(services, form.preferredDate, form.preferredTime)),
        mayBook: isTheirs,
        levels: knownLevels(query.getAll('level')),
        phone: isTheirs ? (form.phone ?? '') : '',
        message: isTheirs ? (form.message ?? '') : '',
        problems,
        notice: notice && withoutNext(notice),
        ...(details?.nextFree || failure === 'conflict'
          ? { next: await listNextFree(services, form.preferredDate!) }
          : {}),
      }
      return { kind: 'page', data: { ...data, call: { booked: null, past: null, booking } } }
    },
  })
  return await book(request)
}

export const applicationApproved = handler({ load: loadPreApproved, act: actPreApproved })
export const preApproved = applicationApproved
