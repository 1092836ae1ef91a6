import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import type { Admin, Role } from '#domain/permissions.ts'
import { listSignInEvents } from '#features/people/sign-in/server/queries.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { type Action, handler, type Loader } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
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
/** The database takes no text with a NUL. */
const personParams = type({ id: 'string' }).pipe(({ id }) => ({ personId: id.replaceAll('\u0000', '').slice(0, 100) }))

/** Feeds the page of one person of the admin. */
const loadPerson: Loader<PersonData> = async ({ params, query, visitor, services: { sql, now } }) => {
  const [row] = await readAdminPerson(sql, { ...personParams.assert(params), now: now().toISOString() })
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

/** A form of a person's page. It leads back to the page, which says what has happened; nothing, where somebody else has done it already. */
function form(
  notice: PersonNotice,
  change: (services: Services, by: Admin, person: AdminPersonRow, roles: Role[]) => Promise<PeopleChange>,
  schema?: typeof rolesForm,
): Action<PersonData> {
  const command = formCommand({
    permission: 'people',
    params: personParams,
    schema,
    run: async ({ params, input, admin, services }) => {
      const [person] = await readAdminPerson(services.sql, { ...params, now: services.now().toISOString() })
      if (!person) return failure('not-found', 'There is no such person.')
      return answer(await change(services, admin, person, input.roles ?? []))
    },
  })
  return formPost<PersonData, typeof command>(command, {
    done: ({ kind }, { params }) => {
      const done = kind === 'nothing-to-do' ? null : kind === 'last-owner' ? kind : notice
      return adminHref('person', { id: params.id! }, { done })
    },
    again: loadPerson,
  })
}

export const person = handler({
  load: loadPerson,
  act: formsByIntent(
    {
      'change-roles': form('roles-changed', changeRoles, rolesForm),
      deactivate: form('deactivated', deactivate),
      reactivate: form('reactivated', reactivate),
      'reset-second-factor': form('second-factor-reset', resetSecondFactor),
      'end-sessions': form('sessions-ended', endSessionsOf),
      'send-link': form('link-sent', sendNewLink),
    },
    loadPerson,
  ),
})
