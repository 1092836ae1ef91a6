import { type } from 'arktype'
import { adminHref } from '../../../../admin-pages.ts'
import type { Admin } from '../../../../domain/permissions.ts'
import { type Action, handler, type Loader } from '../../../../requests/page-loader.ts'
import type { Services } from '../../../../requests/services.ts'
import { inputOfForm } from '../../../../wire/check-input.ts'
import { listSignInEvents } from '../../sign-in/server/queries.ts'
import { personStateOf } from '../rules.ts'
import { rolesForm } from '../schema.ts'
import { type PersonData, type PersonNotice, personNotices } from '../state.ts'
import {
  changeRoles,
  deactivate,
  endSessionsOf,
  type PeopleChange,
  reactivate,
  resetSecondFactor,
  sendNewLink,
} from './change-people.ts'
import { type AdminPersonRow, readAdminPerson } from './queries.ts'

const eventsShown = 20

/** Feeds the page of one person of the admin. */
const loadPerson: Loader<PersonData> = async ({ params, query, visitor, services: { sql, now } }) => {
  const id = (params.id ?? '').replaceAll('\u0000', '').slice(0, 100)
  const [row] = await readAdminPerson(sql, { personId: id, now: now().toISOString() })
  if (!row) return { kind: 'not-found' }
  const [events, admin] = await Promise.all([
    listSignInEvents(sql, { personId: row.id, newestFirst: true, limit: eventsShown, offset: 0 }),
    visitor.admin(),
  ])
  return {
    kind: 'page',
    data: {
      person: {
        id: row.id,
        name: row.name,
        email: row.email,
        roles: row.roles,
        state: personStateOf(row),
        since: row.created_at,
        factorSince: row.factor_since,
        sessions: row.sessions,
        linkUntil: row.link_until,
      },
      isMe: admin?.id === row.id,
      notice: personNotices.find((known) => known === query.get('done')) ?? null,
      events: events.map(({ id, happened_at: at, event, browser }) => ({ id, at, event, browser })),
    },
  }
}

type Taken = { change: PeopleChange; notice: PersonNotice }

/** Takes the forms of a person's page. Each leads back to it and says there what has happened. */
const actPerson: Action<PersonData> = async (request) => {
  const { params, form, visitor, services } = request
  const id = (params.id ?? '').replaceAll('\u0000', '').slice(0, 100)
  const [person] = await readAdminPerson(services.sql, { personId: id, now: services.now().toISOString() })
  const admin = await visitor.admin()
  if (!person || !admin) return { kind: 'not-found' }
  const taken = await take(services, admin, person, form)
  if (!taken) {
    const page = await loadPerson(request)
    return page.kind === 'page' ? { ...page, status: 422 } : page
  }
  const notice = taken.change.kind === 'last-owner' ? 'last-owner' : taken.notice
  const to = adminHref('person', { id: person.id }, taken.change.kind === 'nothing-to-do' ? {} : { done: notice })
  return { kind: 'redirect', to, status: 303 }
}

async function take(
  services: Services,
  admin: Admin,
  person: AdminPersonRow,
  form: Record<string, string>,
): Promise<Taken | null> {
  switch (form.intent) {
    case 'change-roles': {
      const checked = rolesForm(inputOfForm(rolesForm, form))
      if (checked instanceof type.errors) return null
      return { change: await changeRoles(services, admin, person.id, checked.roles), notice: 'roles-changed' }
    }
    case 'deactivate':
      return { change: await deactivate(services, admin, person.id), notice: 'deactivated' }
    case 'reactivate':
      return { change: await reactivate(services, admin, person.id), notice: 'reactivated' }
    case 'reset-second-factor':
      return { change: await resetSecondFactor(services, admin, person.id), notice: 'second-factor-reset' }
    case 'end-sessions':
      return { change: await endSessionsOf(services, admin, person.id), notice: 'sessions-ended' }
    case 'send-link':
      return { change: await sendNewLink(services, admin, person), notice: 'link-sent' }
    default:
      return null
  }
}

export const person = handler({ load: loadPerson, act: actPerson })
