import { useSetAtom, useStore } from 'jotai'
import { useRef, useState } from 'react'
import { useToast } from '../../ui/toast.tsx'
import { ApiError, callApi } from '../../wire/call-api.ts'
import type { FieldFailure } from '../../wire/failure.ts'
import { forgetDraftAtom, heldBackAtom, localDraftAtom, newKey, runningSaveAtom } from './draft/state.ts'
import {
  type Draft,
  eventDraftOf,
  organisationOf,
  refusedFields,
  requestedStatus,
  type SentApplication,
} from './rules.ts'
import { keepSentApplication } from './state.ts'

type StoredApplication = {
  id: string
  reference: string
  status: string
  organisationId: string
  eventDraft: { title: string }
}

const submittedToastDelayMs = 1_200

/**
 * Sends the organisation, then the application, both under the draft's submission key. A second press while it runs does nothing;
 * one after a lost answer gets what the first has made.
 */
export function useSubmitApplication() {
  const toast = useToast()
  const store = useStore()
  const forgetDraft = useSetAtom(forgetDraftAtom)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  /**
   * @returns the application as it is kept in this browser. When it could not be sent, that has been said, and only the fields
   *   that the server would not take are left to show.
   */
  async function submit(draft: Draft): Promise<{ sent: SentApplication } | { refused: FieldFailure[] }> {
    if (running.current) return { refused: [] }
    running.current = true
    setBusy(true)
    store.set(heldBackAtom, true)
    try {
      // A save that arrived after the application would bring the draft back.
      await store.get(runningSaveAtom)
      const local = store.get(localDraftAtom)
      const stored = await send(draft, local?.submissionKey || newKey(), local?.saved?.id ?? null)
      const sent: SentApplication = {
        id: stored.id,
        reference: stored.reference,
        organisationId: stored.organisationId,
        title: stored.eventDraft.title,
        status: 'pre_approved',
        nextStep: 'pre_approval',
      }
      keepSentApplication(sent)
      forgetDraft()
      toast({ title: 'Application Received!', description: 'Reviewing your application...' })
      setTimeout(() => toast(submittedToast(stored.status)), submittedToastDelayMs)
      return { sent }
    } catch (problem) {
      toast({ title: 'Submission Error', description: messageOf(problem), variant: 'destructive' })
      const fields = problem instanceof ApiError ? problem.failure?.fields : undefined
      return { refused: refusedFields(fields ?? []) }
    } finally {
      running.current = false
      store.set(heldBackAtom, false)
      setBusy(false)
    }
  }

  return { busy, submit }
}

async function send(draft: Draft, submissionKey: string, draftId: string | null): Promise<StoredApplication> {
  const organisation = await callApi<{ id?: string } | null>('createOrganisation', {
    body: {
      ...organisationOf(draft),
      submissionKey,
    },
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

function messageOf(problem: unknown): string {
  if (problem instanceof NoOrganisationError) return problem.message
  if (problem instanceof ApiError && problem.failure) return problem.failure.error
  return 'Failed to submit application'
}

function submittedToast(status: string) {
  const description =
    status === 'approved'
      ? 'The company registry has confirmed your company: your application is approved.'
      : 'Your application is under review. You will be notified of the outcome.'
  return { title: 'Application Submitted', description }
}
