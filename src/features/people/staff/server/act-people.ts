import { type } from 'arktype'
import { adminHref } from '../../../../admin-pages.ts'
import { type Action, handler } from '../../../../page-loader.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import { invitationForm } from '../schema.ts'
import type { PeopleData } from '../state.ts'
import { invite } from './change-people.ts'
import { loadPeople, peoplePage } from './load-people.ts'

/** Takes the form that invites somebody: on to their page, or the form again with all that was typed. */
export const actPeople: Action<PeopleData> = async (request) => {
  const { form, visitor, services } = request
  const admin = await visitor.admin()
  const typed = { name: form.name ?? '', email: form.email ?? '', role: form.role ?? '' }
  const again = async (errors: PeopleData['errors']) => ({
    kind: 'page' as const,
    status: 422,
    data: await peoplePage(request, { form: typed, errors }),
  })
  if (!admin) return await again([])
  const checked = invitationForm({ ...typed })
  if (checked instanceof type.errors) return await again(fieldFailures(checked, invitationForm))
  const outcome = await invite(services, admin, checked)
  if (outcome.kind === 'refused') return await again([{ field: 'email', message: outcome.message }])
  return { kind: 'redirect', to: adminHref('person', { id: outcome.id }, { done: 'invited' }), status: 303 }
}

export const people = handler({ load: loadPeople, act: actPeople })
