import { type } from 'arktype'
import { camel } from '#database/camel.ts'
import { maskEmail } from '#domain/mail-address.ts'
import { organisationFields } from '#features/applications/rules.ts'
import { createApplicationSchema, createOrganisationSchema } from '#features/applications/schema.ts'
import { answer, command, read } from '#requests/command.ts'
import { readBrowserId, readDraftId } from '#requests/ownership.ts'
import { actingFor, type Visitor } from '#requests/visitor.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { moment } from '#wire/formats.ts'
import { createApplication, createOrganisation } from './create-application.ts'
import { type ApplicationRow, findOrganisation } from './queries.ts'

/** For each visitor, whether by a form or by a call. */
export const applicationLimit = { name: 'applications', points: 120, seconds: 600 }

const byId = type({ id: 'string.uuid' })

const createdAnswer = type({ id: 'string.uuid' })

const isOwnersOnly = (field: string) => !['name', 'email', 'contactName'].includes(field)

const organisationAnswer = type({
  id: 'string.uuid',
  name: 'string',
  /** Masked (`p•••@example.com`) for everybody else: no mail could be sent to it. */
  email: 'string',
  contactName: 'string',
}).and(type.raw(Object.fromEntries(organisationFields.filter(isOwnersOnly).map((field) => [`${field}?`, 'string']))))

const applicationAnswer = type({
  id: 'string.uuid',
  reference: 'string',
  status: "'submitted' | 'approved' | 'rejected'",
  createdAt: moment,
  organisationId: 'string.uuid',
  eventDraft: 'object',
})

export const postOrganisation = command({
  permission: 'anyone',
  cookie: 'mine',
  summary: 'Save the organisation that applies',
  description:
    'Sets the signed cookie that lets this browser act for the organisation. If you repeat a submissionKey, the answer is the same organisation (200 instead of 201).',
  schema: createOrganisationSchema,
  answers: { 200: createdAnswer, 201: createdAnswer },
  headers: ['Set-Cookie'],
  failures: { conflict: 'Another browser has used this submissionKey.' },
  limit: { name: 'organisations', points: 120, seconds: 600 },
  run: async ({ input: { submissionKey, ...organisation }, headers, visitor, services }) => {
    const browser = readBrowserId(headers.get('cookie') ?? '', services)
    const stored = await createOrganisation(services.sql, organisation, submissionKey ?? null, browser)
    if (isFailure(stored)) return stored
    const { id, created } = stored
    const cookies = [await visitor.ownershipCookie([id])]
    return answer({ id }, { status: created ? 201 : 200, cookies })
  },
})

export const getOrganisation = read({
  permission: 'anyone',
  cookie: 'mine',
  summary: 'The organisation that applies',
  description:
    'Without the cookie of the browser that created it (or a signed-in admin), the email is masked and the rest is left out.',
  params: byId,
  answers: { 200: organisationAnswer },
  failures: { 'not-found': 'There is no such organisation.' },
  run: async ({ params, visitor, services }) => {
    const [row] = await findOrganisation(services.sql, { id: params.id })
    if (!row) return failure('not-found', 'There is no such organisation.')
    if (await mayActFor(visitor, row.id)) return answer({ ...row })
    const { id, name, contactName, email } = row
    return answer({ id, name, contactName, email: maskEmail(email) })
  },
})

export const postApplication = command({
  permission: 'owner',
  summary: 'Apply for the accreditation of an event',
  description:
    "The server decides the status: approved only when the company registry confirms the organisation's number and name, otherwise submitted. If you repeat a submissionKey, the answer is the same application (200 instead of 201). If you repeat it with another event, the answer is 409 with the id and reference of that application, and nothing is stored.",
  schema: createApplicationSchema,
  answers: { 200: applicationAnswer, 201: applicationAnswer },
  headers: ['Set-Cookie'],
  failures: {
    forbidden: 'This browser did not create the organisation.',
    'not-found': 'There is no such organisation.',
    conflict: {
      when: 'The submissionKey was used for another event. The answer names that application.',
      details: type({ 'id?': 'string.uuid', 'reference?': 'string' }),
    },
  },
  limit: applicationLimit,
  run: async ({ input, headers, visitor, services }) => {
    if (!(await mayActFor(visitor, input.organisationId))) {
      return failure('forbidden', 'Only the browser that created the organisation can apply for it.')
    }
    const couponCode = input.couponCode.toUpperCase() || input.eventDraft.couponCode
    const held = readDraftId(headers.get('cookie') ?? '', services)
    const by = await actingFor(visitor, [input.organisationId])
    const request = {
      ...input,
      couponCode,
      submissionKey: input.submissionKey ?? null,
      draftId: input.draftId && input.draftId === held ? held : null,
    }
    const stored = await createApplication(services, request, by)
    if (isFailure(stored)) return stored
    const { application, created, differs } = stored
    if (differs) {
      const { id, reference } = application
      const stands = `We already have application ${reference}, with the answers that you sent first.`
      const toCorrect = `Write to ${services.brand.complianceEmail} to correct it.`
      return failure('conflict', `${stands} ${toCorrect}`, { details: { id, reference } })
    }
    // The admin area gets no cookie: it would allow more than the role does, such as paying, and nothing of that would be logged.
    const owned = [application.organisationId, application.id]
    const cookies = by ? [] : [await visitor.ownershipCookie(owned)]
    return answer(application, { status: created ? 201 : 200, cookies })
  },
})

export const getApplication = read({
  permission: 'anyone',
  summary: 'An application: its event and its status',
  params: byId,
  answers: { 200: applicationAnswer },
  failures: { 'not-found': 'There is no such application.' },
  run: async ({ params, services }) => {
    const [row] = await camel(services.sql)<ApplicationRow[]>`
      select id, reference, status, submitted_at as created_at, organisation_id, event_draft
      from applications where id = ${params.id}::uuid`
    return row ? answer(row) : failure('not-found', 'There is no such application.')
  },
})

async function mayActFor(visitor: Visitor, organisationId: string): Promise<boolean> {
  return (await visitor.isOwnerOf(organisationId)) || (await visitor.holds('review'))
}
