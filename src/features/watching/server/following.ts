import { addJob } from '#database/add-job.ts'
import type { Sql } from '#database/sql.ts'
import { maskEmail } from '#domain/mail-address.ts'
import type { FollowingData } from '#features/watching/rules.ts'
import { changeFollowSchema } from '#features/watching/schema.ts'
import { isToken, linkParams } from '#mail/link-token.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { deleteFollow, dropIfIdle, endFollowing, listFollows, lockFollower, setCadence } from './queries.ts'
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

/** Changes one of the things that are followed, or stops it. */
const changeOne = formCommand({
  permission: 'anyone',
  params: linkParams,
  schema: changeFollowSchema,
  run: async ({ params: { token }, input: { id, cadence, intent }, services: { sql } }) => {
    await (intent === 'stop' ? endFollow(sql, { token, id }) : setCadence(sql, { token, id, cadence }))
    // What has waited for Monday is told now.
    if (intent !== 'stop' && cadence === 'at-once') await addJob(sql, 'tell-followers', {}, { key: 'tell-followers' })
    return answer({ token })
  },
})

/**
 * Ends one follow; with the last of them the address goes. Who follows is held meanwhile: of the last two that are ended at once the
 * second takes the address along, and one that is confirmed at this moment is not lost.
 */
async function endFollow(sql: Sql, { token, id }: { token: string; id: string }): Promise<void> {
  await sql.begin(async (transaction) => {
    const [follower] = await lockFollower(transaction, { token })
    if (!follower) return
    await deleteFollow(transaction, { followerId: follower.id, id })
    await dropIfIdle(transaction, { followerId: follower.id })
  })
}

const sayings = ['begun', 'changed'] as const

export const following = handler<FollowingData>({
  load: async (request) =>
    await followingPage(request, sayings.find((known) => known === request.query.get('said')) ?? null),
  act: formPost(changeOne, {
    done: async ({ token }, request) => {
      const page = await followingPage(request, 'changed')
      if (page.data.follows.length > 0) return href('following', { token }, { said: 'changed' })
      return { ...page, status: 200, data: { ...page.data, said: 'stopped' } }
    },
    again: async (request) => ({ ...(await followingPage(request, null)), status: 422 }),
  }),
})

/**
 * Ends everything that is followed with a link: the button and the mail program's one click (RFC 8058) both end here. Answered without a
 * redirect, as the RFC demands; a second time changes nothing and is answered alike.
 */
const stopAll = formCommand({
  permission: 'anyone',
  params: linkParams,
  run: async ({ params: { token }, services: { sql } }) => answer(await endFollowing(sql, { token })),
})

/** The same list at the address that stops everything. */
export const followStop = handler<FollowingData>({
  load: async (request) => await followingPage(request, null),
  act: formPost(stopAll, {
    done: (_, request) => followingPage(request, 'stopped'),
    again: (request) => followingPage(request, 'stopped'),
  }),
  oneClick: true,
})
