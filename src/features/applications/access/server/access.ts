import { type } from 'arktype'
import { isUuid } from '#domain/is-uuid.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler } from '#requests/page-loader.ts'
import type { AskData } from '../state.ts'
import { perVisitor, sendAccessLinks } from './send-access-links.ts'

/** Mails links, asked for here or at the checkout: the same answer whether or not there is such an application. */
const askForLinks = formCommand({
  permission: 'anyone',
  schema: type({ application_id: 'string = ""', email: 'string = ""' }),
  limit: perVisitor,
  run: async ({ input: { application_id: applicationId, email }, services }) => {
    await sendAccessLinks(services, isUuid(applicationId) ? { applicationId } : { email: email.trim() })
    return answer(null)
  },
})

/** The page on which a link by mail is asked for, and the word that it is on its way. */
export const access = handler<AskData>({
  load: async ({ query }) => ({ kind: 'page', data: { isSent: query.has('sent'), wait: null } }),
  act: formPost(askForLinks, {
    done: () => href('access', { sent: true }),
    again: async (_, __, { retryAfter: wait = null }) => ({ kind: 'page', data: { isSent: false, wait } }),
  }),
})
