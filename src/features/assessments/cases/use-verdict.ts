import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, callApi } from '../../../wire/call-api.ts'
import type { Verdict } from './judged-criteria.ts'
import type { BenchCriterion } from './state.ts'

/** What is typed for one criterion. */
export type Finding = { verdict: Verdict | null; score: number | null; reason: string; note: string }
export type OtherFinding = Finding & { revision: number; judgedBy: string; judgedAt: string | null }

/** How far what is typed has come. `kept`: in this browser, until the server can be reached. */
export type Saving =
  | { state: 'idle' | 'typing' | 'saving' | 'saved' | 'kept' }
  | { state: 'conflict'; other: OtherFinding }
  | { state: 'refused'; why: string }

type Kept = { finding: Finding; revision: number }

/** Milliseconds from the last change to its saving, and from an attempt that failed to the next. */
const saveDelay = 700
const retryDelay = 15_000

/**
 * What an assessor finds of one criterion, saved as it is typed. What the server has not taken is kept in this browser: it is sent again
 * when the line is back, and after a reload. It is never written over what somebody else has saved meanwhile without asking.
 */
export function useVerdict(assessmentId: string, { id: criterion, found }: BenchCriterion) {
  const key = `assessment:${assessmentId}:${criterion}`
  const [finding, setFinding] = useState<Finding>(() => findingOf(found))
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const [isLive, setLive] = useState(false)
  const latest = useRef<Kept>({ finding, revision: found.revision })
  const isAhead = useRef(false)
  const isRunning = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(
    async (isLast = false) => {
      clearTimeout(timer.current)
      if (!isAhead.current || (isRunning.current && !isLast)) return
      isRunning.current = true
      const sent = latest.current.finding
      setSaving({ state: 'saving' })
      let next: number | null = null
      try {
        const body = { ...sent, revision: latest.current.revision }
        const sending = { params: { id: assessmentId, criterion }, body, keepalive: isLast }
        const { revision } = await callApi<{ revision: number }>('judgeCriterion', sending)
        latest.current.revision = revision
        if (latest.current.finding === sent) {
          isAhead.current = false
          forget(key)
          setSaving({ state: 'saved' })
        } else {
          keep(key, latest.current)
          next = 0
        }
      } catch (problem) {
        const answer = problem instanceof ApiError ? problem.failure : null
        const other = answer?.other as OtherFinding | undefined
        if (other) setSaving({ state: 'conflict', other })
        else if (answer && problem instanceof ApiError && problem.status < 500 && problem.status !== 429)
          setSaving({ state: 'refused', why: answer.error })
        else {
          setSaving({ state: 'kept' })
          next = retryDelay
        }
      }
      isRunning.current = false
      if (next !== null) timer.current = setTimeout(() => void save(), next)
    },
    [assessmentId, criterion, key],
  )

  const change = useCallback(
    (changed: Partial<Finding>) => {
      const finding = { ...latest.current.finding, ...changed }
      latest.current = { ...latest.current, finding }
      isAhead.current = true
      setFinding(finding)
      setSaving((before) => (before.state === 'conflict' ? before : { state: 'typing' }))
      keep(key, latest.current)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), saveDelay)
    },
    [key, save],
  )

  // What was left unsent here goes on; a conflict says so if somebody has changed it since.
  useEffect(() => {
    setLive(true)
    const kept = readKept(key)
    if (kept) {
      latest.current = kept
      isAhead.current = true
      setFinding(kept.finding)
      void save()
    }
    const again = () => void save()
    // The page may never be heard of again: what has not been saved goes out with it.
    const leave = () => void save(true)
    window.addEventListener('online', again)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('online', again)
      window.removeEventListener('pagehide', leave)
      void save(true)
    }
  }, [key, save])

  // The page was made anew: where nothing is typed here, what is stored by now is shown.
  useEffect(() => {
    if (isAhead.current || found.revision <= latest.current.revision) return
    latest.current = { finding: findingOf(found), revision: found.revision }
    setFinding(latest.current.finding)
  }, [found])

  /** Settles a conflict: what is typed here is saved over what somebody else has saved, or that is taken. */
  const settle = useCallback(
    (whose: 'mine' | 'theirs', other: OtherFinding) => {
      latest.current.revision = other.revision
      if (whose === 'theirs') {
        const { verdict, score, reason, note } = other
        latest.current.finding = { verdict, score, reason, note }
        isAhead.current = false
        forget(key)
        setFinding(latest.current.finding)
        setSaving({ state: 'saved' })
      } else void save()
    },
    [key, save],
  )

  return { finding, change, saving, settle, isLive, revision: latest.current.revision }
}

function findingOf({ verdict, score, reason, note }: BenchCriterion['found']): Finding {
  return { verdict, score, reason, note }
}

function keep(key: string, kept: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Storage may be closed to us: then it is held by the page alone.
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // As above.
  }
}

function readKept(key: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept && typeof kept === 'object' && 'finding' in kept && 'revision' in kept ? (kept as Kept) : null
  } catch {
    return null
  }
}
