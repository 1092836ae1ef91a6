import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import type { Sql, SqlRunner } from '#database/sql.ts'
import { applicationStatusLabel } from '#domain/application-state.ts'
import { type Assurance, statusWords } from '#domain/assurance.ts'
import { orderLabel } from '#domain/catalogue.ts'
import type { Permission } from '#domain/permissions.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { type AppealState, appealStates } from '#features/concerns/appeals/rules.ts'
import { type ConcernState, concernStates } from '#features/concerns/line/rules.ts'
import { type MailState, mailStateLabels } from '#features/mailbox/rules.ts'
import { orderStatusWords } from '#features/payments/admin/rules.ts'
import { page } from '#page/page.ts'
import { answer, read } from '#requests/command.ts'
import type { Visitor } from '#requests/visitor.ts'
import { cleanText } from '#wire/clean-text.ts'
import { type SubmissionState, stateWords, submissionHref } from '../submissions/rules.ts'
import {
  findAppeals,
  findApplications,
  findComplaints,
  findConcerns,
  findEntries,
  findLetters,
  findMails,
  findOrders,
  findPeople,
  type HitRow,
  likeApplications,
  likeEntries,
} from './queries.ts'
import { type SearchKind, searchKindNames, shortestSearch } from './rules.ts'

const suggested = 5
const listed = 25

type Place = {
  permission: Permission
  find: (sql: SqlRunner, search: { q: string; limit: number }) => PromiseLike<HitRow[]>
  /** Spelt similarly, where nothing is spelt as it was typed. */
  findLike?: (sql: Sql, search: { q: string; limit: number }) => PromiseLike<HitRow[]>
  hrefOf: (id: string) => string
  stateOf: (state: string) => string
}

const places: Record<SearchKind, Place> = {
  Applications: {
    permission: 'review',
    find: findApplications,
    findLike: likeApplications,
    hrefOf: (id) => adminHref('review', { id }),
    stateOf: (state) => (state === 'withdrawn' ? 'Withdrawn by the applicant' : applicationStatusLabel(state)),
  },
  Register: {
    permission: 'register',
    find: findEntries,
    findLike: likeEntries,
    hrefOf: (id) => adminHref('adminEntry', { id }),
    stateOf: (state) => {
      const [status, assurance, assuredOn = null] = state.split(' ')
      return statusWords({ status: status as RegisterStatus, assurance: assurance as Assurance, assuredOn })
    },
  },
  Orders: {
    permission: 'money',
    find: findOrders,
    hrefOf: (id) => adminHref('order', { id }),
    stateOf: (state) => orderStatusWords[state]?.label ?? state,
  },
  Concerns: {
    permission: 'concerns',
    find: findConcerns,
    hrefOf: (id) => adminHref('adminConcern', { id }),
    stateOf: (state) => concernStates[state as ConcernState].label,
  },
  Appeals: {
    permission: 'concerns',
    find: findAppeals,
    hrefOf: (id) => adminHref('adminAppeal', { id }),
    stateOf: (state) => appealStates[state as AppealState].label,
  },
  Complaints: {
    permission: 'correspondence',
    find: findComplaints,
    hrefOf: (id) => adminHref('adminComplaint', { id }),
    stateOf: (state) => (state === 'open' ? 'Open' : 'Closed'),
  },
  Correspondence: {
    permission: 'correspondence',
    find: findLetters,
    hrefOf: submissionHref,
    stateOf: (state) => stateWords[state as SubmissionState].label,
  },
  People: {
    permission: 'people',
    find: findPeople,
    hrefOf: (id) => adminHref('person', { id }),
    stateOf: (state) => (state === 'active' ? 'Active' : 'Deactivated'),
  },
  Emails: {
    permission: 'mail',
    find: findMails,
    hrefOf: (id) => adminHref('mail', { id }),
    stateOf: (state) => mailStateLabels[state as MailState],
  },
}

/** `state` is in words. */
const hit = type({
  kind: type.enumerated(...searchKindNames),
  title: 'string',
  detail: 'string',
  state: 'string',
  href: 'string',
})
export type SearchHit = typeof hit.infer

/** Each of the person's permissions opens a kind. `areSimilar`: nothing is spelt as it was typed. */
async function search(sql: Sql, visitor: Visitor, q: string, limit: number) {
  const allowed = await Promise.all(searchKindNames.map((kind) => visitor.holds(places[kind].permission)))
  const kinds = searchKindNames.filter((_, index) => allowed[index])
  if (q.length < shortestSearch) return { kinds, hits: [], areSimilar: false }
  const findAll = async (find: (place: Place) => Place['findLike']) =>
    (
      await Promise.all(
        kinds.map(async (kind) => {
          const place = places[kind]
          const rows = (await find(place)?.(sql, { q, limit })) ?? []
          return rows.map(({ id, title, detail, state }) => ({
            kind,
            title: kind === 'Orders' ? orderLabel(title) : title,
            detail,
            state: place.stateOf(state),
            href: place.hrefOf(id),
          }))
        }),
      )
    ).flat()
  const hits = await findAll(({ find }) => find)
  if (hits.length > 0) return { kinds, hits, areSimilar: false }
  const similar = await findAll(({ findLike }) => findLike)
  return { kinds, hits: similar, areSimilar: similar.length > 0 }
}

export const adminSearch = page('adminSearch', {
  load: async ({ query, visitor, services: { sql } }) => {
    const q = cleanText(query.get('q'))
    return { q, limit: listed, ...(await search(sql, visitor, q, listed)) }
  },
})

export const searchAdmin = read({
  permission: 'admin',
  summary: 'Search the admin area',
  description: `What the person’s roles include, at most ${suggested} of each kind: applications, entries, orders, concerns, appeals, complaints, correspondence, people and emails. By reference, title, name, address or telephone number; spelt similarly where nothing is spelt so. Needs at least ${shortestSearch} characters.`,
  query: type({ q: 'string <= 100' }).onUndeclaredKey('delete'),
  limit: { name: 'admin-search', points: 600, seconds: 600 },
  answers: { 200: type({ hits: hit.array(), areSimilar: 'boolean' }) },
  failures: {},
  run: async ({ query, visitor, services: { sql } }) => {
    const { hits, areSimilar } = await search(sql, visitor, cleanText(query.q), suggested)
    return answer({ hits, areSimilar })
  },
})
