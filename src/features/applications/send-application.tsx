import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { pickFields } from '#domain/pick-fields.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { rememberApplications } from '#ui/own-applications.ts'
import type { useToast } from '#ui/toast.tsx'
import { ApiError, callApi } from '#wire/call-api.ts'
import type { FieldFailure } from '#wire/failure.ts'
import type { LocalDraft } from './draft/rules.ts'
import { newKey } from './draft/state.ts'
import { type Draft, refusedFields, requestedStatus, type SentApplication } from './rules.ts'
import { eventDraftOf, organisationOf } from './sent-draft.ts'
import { keepSentApplication, readSentApplication } from './state.ts'

type StoredApplication = Pick<SentApplication, 'id' | 'reference' | 'organisationId'> & {
  status: string
  eventDraft: { title: string }
}

export type SentOutcome = { application: SentApplication; ThankYou: typeof ThankYou }

const submittedToastDelayMs = 1_200

/** A repeated submission key makes no second application. @returns fields that the server refused; any other failure is in a toast. */
export async function sendApplication(
  draft: Draft,
  local: LocalDraft | null,
  toast: ReturnType<typeof useToast>,
): Promise<{ sent: SentOutcome } | { refused: FieldFailure[] }> {
  try {
    const stored = await send(draft, local?.submissionKey || newKey(), local?.saved?.id ?? null)
    const application: SentApplication = {
      ...pickFields(stored, 'id', 'reference', 'organisationId'),
      title: stored.eventDraft.title,
      status: 'pre_approved',
      nextStep: 'pre_approval',
    }
    keepSentApplication(application)
    rememberApplications(true)
    toast({ title: 'Application Received!', description: 'Reviewing your application...' })
    setTimeout(() => toast(submittedToast(stored.status)), submittedToastDelayMs)
    return { sent: { application, ThankYou } }
  } catch (problem) {
    const failure = problem instanceof ApiError ? problem.failure : null
    const said = problem instanceof NoOrganisationError ? problem.message : failure?.error
    const description = said ?? 'Failed to submit application'
    toast({ title: 'Submission Error', description, variant: 'destructive' })
    return { refused: refusedFields(failure?.fields ?? []) }
  }
}

async function send(draft: Draft, submissionKey: string, draftId: string | null): Promise<StoredApplication> {
  const organisation = await callApi<{ id?: string } | null>('createOrganisation', {
    body: { ...organisationOf(draft), submissionKey },
  })
  if (!organisation?.id) throw new NoOrganisationError()
  return await callApi<StoredApplication>('createApplication', {
    body: {
      organisationId: organisation.id,
      eventDraft: eventDraftOf(draft),
      couponCode: draft.couponCode,
      status: requestedStatus(draft),
      submissionKey,
      draftId,
    },
  })
}

class NoOrganisationError extends Error {
  constructor() {
    super('Organisation creation failed - no ID returned')
  }
}

function submittedToast(status: string) {
  const description =
    status === 'approved'
      ? 'The company registry has confirmed your company: your application is approved.'
      : 'Your application is under review. You will be notified of the outcome.'
  return { title: 'Application Submitted', description }
}

const redirectDelayMs = 2_500

function ThankYou({ sent }: { sent: SentApplication }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [, navigate] = useLocation()
  // The next page looks in this browser's storage; where that is closed, the address says which application it is.
  const isKept = readSentApplication()?.id === sent.id
  const next = isKept ? href('preApproved') : href('preApproved', { application_id: sent.id })
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => navigate(next), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [navigate, next])
  return (
    <Container narrow className="py-12">
      <h1 ref={heading} tabIndex={-1}>
        Thank You
      </h1>
      <h2 className="mt-3 text-muted">Application Submitted</h2>
      <Notice tone="success" className="mt-6" title="Your reference">
        <p className="text-xl figures">{sent.reference}</p>
      </Notice>
      <p className="mt-6 font-semibold">
        Next: confirm your email if you have not done so before, then send your documents.
      </p>
      <p className="mt-2">We are taking you to the page of your application.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={href('home')}>Return to Homepage</ButtonLink>
        <ButtonLink href={next} variant="quiet">
          Continue now
        </ButtonLink>
      </div>
    </Container>
  )
}
