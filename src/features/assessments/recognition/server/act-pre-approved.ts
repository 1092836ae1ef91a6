import { applicationStatuses } from '../../../../domain/application-state.ts'
import { formPost } from '../../../../form-post.ts'
import { type Action, handler } from '../../../../page-loader.ts'
import { href } from '../../../../pages.ts'
import { type BookingForm, withoutNext } from '../../rules.ts'
import { bookAssessment } from '../../server/api.ts'
import { listNextFree } from '../../server/list-free-times.ts'
import { chooseSlot, knownLevels } from '../../server/read-call-data.ts'
import type { PreApprovedData } from '../state.ts'
import { loadPreApproved } from './load-pre-approved.ts'

/** Books the call without a script: the page that says so, or the dialog again as it was filled in. */
export const actPreApproved: Action<PreApprovedData> = async (request) => {
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
  if (!applicationStatuses[page.data.application.status!].takesCalls) return { ...page, status: 409 }

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
