import { adminHref } from '../../../../admin-pages.ts'
import { answer, formCommand } from '../../../../command.ts'
import { formPost } from '../../../../form-post.ts'
import { handler } from '../../../../page-loader.ts'
import { failure } from '../../../../wire/failure.ts'
import { invitationForm } from '../schema.ts'
import { invite } from './change-people.ts'
import { loadPeople, peoplePage } from './load-people.ts'

const invitePerson = formCommand({
  permission: 'people',
  schema: invitationForm,
  run: async ({ input, admin, services }) => {
    const outcome = await invite(services, admin, input)
    if (outcome.kind !== 'refused') return answer({ id: outcome.id })
    return failure('invalid', outcome.message, { fields: [{ field: 'email', message: outcome.message }] })
  },
})

/** The people of the admin area; its form invites somebody and leads on to their page. */
export const people = handler({
  load: loadPeople,
  act: formPost(invitePerson, {
    done: ({ id }) => adminHref('person', { id }, { done: 'invited' }),
    again: async (request, { typed: { name = '', email = '', role = '' }, problems }) => {
      const data = await peoplePage(request, { form: { name, email, role }, errors: problems })
      return { kind: 'page', data }
    },
  }),
})
