import { type FollowConfirmationData, maxFollows } from '#features/watching/rules.ts'
import { linkParams, newToken, tokenHash } from '#mail/link-token.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { addFollow, endRequest, findRequest, holdFollower, holdRequest } from './queries.ts'
import { nameSubject, readSubject } from './subject.ts'

/** The page of a confirmation link as it is now. Looking confirms nothing, because mail scanners follow links; the button does. */
async function confirmationPage(
  { params, services: { sql, now } }: PageRequest,
  isFull = false,
): Promise<PageAnswer<FollowConfirmationData>> {
  const token = params.token ?? ''
  const hash = tokenHash(token)
  const [found] = hash ? await findRequest(sql, { tokenHash: hash }) : []
  if (!found) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  if (found.token) return { kind: 'page', data: { kind: 'used', mine: href('following', { token: found.token }) } }
  if (new Date(found.expires_at) <= now()) return { kind: 'page', status: 410, data: { kind: 'expired' } }
  const subject = readSubject(new URLSearchParams(found.subject))
  const named = subject && (await nameSubject(sql, subject))
  const data = { kind: 'usable' as const, token, subject: named, cadence: found.cadence, isFull }
  return { kind: 'page', status: isFull ? 409 : 200, data }
}

/** What was asked for is followed from now on. */
const confirm = formCommand({
  permission: 'anyone',
  params: linkParams,
  run: async ({ params: { tokenHash }, services }) =>
    await services.sql.begin(async (transaction) => {
      const now = services.now().toISOString()
      const [asked] = await holdRequest(transaction, { tokenHash, now })
      if (!asked) return failure('not-found', 'This link cannot be used.')
      const [follower] = await holdFollower(transaction, { email: asked.email, token: newToken(), now })
      const followerId = follower!.id
      const [added] = await addFollow(transaction, { followerId, ...asked, now, most: maxFollows })
      if (!added) return failure('conflict', `This email address follows ${maxFollows} things already.`)
      await endRequest(transaction, { tokenHash, followerId, now })
      return answer({ token: follower!.token })
    }),
})

export const followConfirmation = handler<FollowConfirmationData>({
  load: (request) => confirmationPage(request),
  act: formPost(confirm, {
    done: ({ token }) => href('following', { token }, { said: 'begun' }),
    again: (request, _, { failure }) => confirmationPage(request, failure === 'conflict'),
  }),
})
