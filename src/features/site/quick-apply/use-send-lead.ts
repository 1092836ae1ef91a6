import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { href } from '#pages.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { ApiError, callApi } from '#wire/call-api.ts'
import type { FieldFailure } from '#wire/failure.ts'
import type { Draft } from './rules.ts'
import { handOver } from './state.ts'

const redirectMs = 2_000

/** A second press does nothing; `busy` stays true until the move to the application. */
export function useSendLead() {
  const toast = useToast()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  /** @returns what the server found wrong with the fields, if that is why it failed. */
  async function send(draft: Draft, honeypot: string): Promise<FieldFailure[]> {
    if (running.current) return []
    running.current = true
    setBusy(true)
    try {
      await callApi('leaveQuickApplyLead', {
        body: {
          ...draft,
          [honeypotName]: honeypot,
        },
      })
      handOver(draft)
      toast({
        title: 'Qualification Complete!',
        description: 'Redirecting you to complete your accreditation application...',
      })
      timer.current = setTimeout(() => navigate(href('apply')), redirectMs)
      return []
    } catch (problem) {
      toast({
        title: 'Submission Error',
        description: 'Please try again or contact support.',
        variant: 'destructive',
      })
      running.current = false
      setBusy(false)
      return (problem instanceof ApiError && problem.failure?.fields) || []
    }
  }

  return { busy, send }
}
