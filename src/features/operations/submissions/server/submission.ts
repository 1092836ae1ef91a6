import { adminHref } from '#admin-pages.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type Loader, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { isSubmissionKind } from '../rules.ts'
import type { EnquiryThread, SubmissionData } from '../state.ts'
import { readSubmission, type SubmissionRow } from './queries.ts'
import { listMessages } from './thread-queries.ts'
import { assignToClerk, clerksOf, mark, writeMessage } from './work-on-enquiry.ts'

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
