import { maskEmail } from '../../../domain/mail-address.ts'
import { href } from '../../../pages.ts'
import { type Action, handler, type PageAnswer, type PageRequest } from '../../../requests/page-loader.ts'
import { checkInput } from '../../../wire/check-input.ts'
import { isFailure } from '../../../wire/failure.ts'
import type { FollowingData } from '../rules.ts'
import { changeFollowSchema } from '../schema.ts'
import { endFollow, endFollowing, listFollows, setCadence } from './queries.ts'
import { nameSubject, readSubject } from './subject.ts'

/** Everything that is followed with a link as it is now. Looking stops nothing, because mail scanners follow links; the buttons do. */
async function followingPage(
  { params, services: { sql } }: PageRequest,
  said: FollowingData['said'],
): Promise<Extract<PageAnswer<FollowingData>, { kind: 'page' }>> {
  const token = params.token ?? ''
  const rows = isToken(token) ? await listFollows(sql, { token }) : []
  const follows = rows.map(async ({ id, subject: text, cadence }) => {
    const subject = readSubject(new URLSearchParams(text))
    return { id, cadence, subject: subject && (await nameSubject(sql, subject)) }
  })
  const data = { token, to: maskEmail(rows[0]?.email ?? ''), follows: await Promise.all(follows), said }
  return { kind: 'page', status: rows.length > 0 || said === 'stopped' ? 200 : 404, data }
}

/** Whether a text can be a token of ours. */
function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** What changes one of the things that are followed. */
const changeOne: Action<FollowingData> = async (request) => {
  const { params, form, services } = request
  const token = params.token ?? ''
  const change = checkInput(changeFollowSchema, { cadence: 'weekly', ...form })
  if (!isToken(token) || isFailure(change)) return { ...(await followingPage(request, null)), status: 422 }
  const { id, cadence } = change.input as typeof changeFollowSchema.infer
  const { sql } = services
  await (form.intent === 'stop' ? endFollow(sql, { token, id }) : setCadence(sql, { token, id, cadence }))
  const page = await followingPage(request, 'changed')
  if (page.data.follows.length === 0) return { ...page, status: 200, data: { ...page.data, said: 'stopped' } }
  return { kind: 'redirect', to: href('following', { token }, { said: 'changed' }), status: 303 }
}

const sayings = ['begun', 'changed'] as const

export const following = handler<FollowingData>({
  load: async (request) =>
    await followingPage(request, sayings.find((known) => known === request.query.get('said')) ?? null),
  act: changeOne,
})

/**
 * Ends everything that is followed with a link: the button and the mail program's one click (RFC 8058) both end here. Answered without a
 * redirect, as the RFC demands; a second time changes nothing and is answered alike.
 */
const stopAll: Action<FollowingData> = async (request) => {
  const token = request.params.token ?? ''
  if (isToken(token)) await endFollowing(request.services.sql, { token })
  return await followingPage(request, 'stopped')
}

/** The same list at the address that stops everything. */
export const followStop = handler<FollowingData>({
  load: async (request) => await followingPage(request, null),
  act: stopAll,
  oneClick: true,
})
