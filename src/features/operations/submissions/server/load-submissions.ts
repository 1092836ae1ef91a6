import { adminHref } from '#admin-pages.ts'
import { apiPath } from '#api.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type Loader, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { cleanText } from '#wire/clean-text.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import {
  isSubmissionKind,
  isSubmissionState,
  type SubmissionKind,
  submissionKinds,
  submissionsHref,
  usualSort,
} from '../rules.ts'
import type { EnquiryThread, SubmissionData, SubmissionsData } from '../state.ts'
import { countListed, countSubmissions, listSubmissions, readSubmission, type SubmissionRow } from './queries.ts'
import { listMessages } from './thread-queries.ts'
import { assignToClerk, clerksOf, mark, writeMessage } from './work-on-enquiry.ts'

const pageSize = 30

/** Feeds the submissions of one kind, newest first. */
const loadSubmissions: Loader<SubmissionsData> = async ({ params, query, visitor, services: { sql } }) => {
  const { kind } = params
  if (!isSubmissionKind(kind)) return { kind: 'not-found' }
  const filters = readSubmissionFilters(query)
  const page = readPageNumber(query.get('page'))
  const sort = readSort(query.get('sort'), ['arrived'], usualSort)
  const me = (await visitor.admin())?.id ?? 'nobody'
  const assignedTo = kind !== 'enquiries' || !filters.whose ? null : filters.whose === 'mine' ? me : 'nobody'
  const asked = { kind, state: filters.state, text: filters.q || null, assignedTo }
  const [rows, [counted], counts] = await Promise.all([
    listSubmissions(sql, { ...asked, after: null, newestFirst: sort.descending, ...rowsOf(page, pageSize) }),
    countListed(sql, { ...asked, limit: countLimit + 1 }),
    countSubmissions(sql),
  ])
  return {
    kind: 'page',
    data: {
      kind,
      filters,
      fresh: Object.fromEntries(
        submissionKinds.map((known) => [known, counts.find((row) => row.kind === known)?.submissions ?? 0]),
      ) as Record<SubmissionKind, number>,
      sort,
      submissions: rows.slice(0, pageSize),
      exportHref: apiPath('exportCorrespondence', { kind }, { q: filters.q, state: filters.state }),
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: counted!.submissions,
        hrefOf: (number) => submissionsHref(kind, filters, sort, number),
      }),
    },
  }
}

/** The filters of an address. */
function readSubmissionFilters(query: URLSearchParams): SubmissionsData['filters'] {
  const state = query.get('state')
  const whose = query.get('whose')
  return {
    q: cleanText(query.get('q')),
    state: isSubmissionState(state) ? state : null,
    whose: whose === 'mine' || whose === 'nobody' ? whose : null,
  }
}

export const submissions = handler({ load: loadSubmissions })

/** Feeds one submission with everything that was left. */
const loadSubmission: Loader<SubmissionData> = async ({ params, query, services }) => {
  const { sql } = services
  const { kind, id } = params
  const [row] = isSubmissionKind(kind) && isUuid(id) ? await readSubmission(sql, { kind, id }) : []
  if (!row || !isSubmissionKind(kind)) return { kind: 'not-found' }
  const { details, ...submission } = row
  const read = JSON.parse(details) as Record<string, string>
  return {
    kind: 'page',
    data: {
      kind,
      submission,
      details: Object.entries(read).map(([term, text]) => ({ term, details: text })),
      isSaved: query.get('done') === 'saved',
      thread: kind === 'enquiries' ? await readThread(services, row) : null,
    },
  }
}

/** What was written about an enquiry, and who may look after it. */
async function readThread(services: Services, { id, assigned_to: assignedTo }: SubmissionRow): Promise<EnquiryThread> {
  const [messages, clerks] = await Promise.all([listMessages(services.sql, { enquiryId: id }), clerksOf(services)])
  return { messages, clerks, assignedTo, form: emptyForm }
}

const written = {
  done: (_: unknown, { params }: PageRequest) =>
    adminHref('submission', { kind: params.kind!, id: params.id! }, { done: 'saved' }),
  again: async (request: PageRequest, form: FormState): Promise<PageAnswer<SubmissionData>> => {
    const page = await loadSubmission(request)
    if (page.kind !== 'page' || !page.data.thread) return { kind: 'not-found' }
    return { kind: 'page', data: { ...page.data, thread: { ...page.data.thread, form } } }
  },
}

/** A submission; an enquiry is also handed over and answered here. */
export const submission = handler({
  load: loadSubmission,
  act: formsByIntent<SubmissionData>(
    { assign: formPost(assignToClerk, written), write: formPost(writeMessage, written) },
    formPost(mark, { done: written.done }),
  ),
})
