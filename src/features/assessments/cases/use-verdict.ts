import { useCallback, useEffect, useRef, useState } from 'react'
import { needsBasis, type RestsOn } from '#domain/assurance.ts'
import { ApiError, callApi } from '#wire/call-api.ts'
import type { Verdict } from './judged-criteria.ts'
import type { CaseCriterion } from './server/load-case.ts'

/** What is typed for one criterion. */
export type Finding = RestsOn & { verdict: Verdict | null; score: number | null; reason: string; note: string }
export type OtherFinding = Finding & { revision: number; judgedBy: string; judgedAt: string | null }

/** How far what is typed has come. `kept`: in this browser, until the server can be reached. */
export type Saving =
  | { state: 'idle' | 'typing' | 'saving' | 'saved' | 'kept' }
  | { state: 'conflict'; other: OtherFinding }
  | { state: 'refused'; why: string }

/** `sent`: what has gone out from this browser without an answer so far. */
type Kept = { finding: Finding; revision: number; sent: Finding[] }

/** Milliseconds from the last change to its saving, and from an attempt that failed to the next. */
const saveDelay = 700
const retryDelay = 15_000
/** How many unanswered attempts are remembered. */
const sentKept = 3

/**
 * What an assessor finds of one criterion, saved as it is typed. What the server has not taken is kept in this browser: it is sent again
 * when the line is back, and after a reload. It is never written over what somebody else has saved meanwhile without asking. What has
 * gone out from here as the page was left is no conflict.
 *
 * @param personId whose words they are: two people may use one browser.
 */
export function useVerdict(assessmentId: string, { id: criterion, found }: CaseCriterion, personId: string) {
  const key = `assessment:${assessmentId}:${criterion}:${personId}`
  const [finding, setFinding] = useState<Finding>(() => findingOf(found))
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const [isLive, setLive] = useState(false)
  const latest = useRef<Kept>({ finding, revision: found.revision, sent: [] })
  const isAhead = useRef(false)
  const isRunning = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(
    async (isLast = false) => {
      clearTimeout(timer.current)
      if (!isAhead.current || (isRunning.current && !isLast)) return
      isRunning.current = true
      const sent = latest.current.finding
      latest.current.sent = [...latest.current.sent, sent].slice(-sentKept)
      keep(key, latest.current)
      setSaving({ state: 'saving' })
      let next: number | null = null
      try {
        const body = { ...asWritten(sent), revision: latest.current.revision }
        const sending = { params: { id: assessmentId, criterion }, body, keepalive: isLast }
        const { revision } = await callApi<{ revision: number }>('judgeCriterion', sending)
        latest.current.revision = Math.max(latest.current.revision, revision)
        latest.current.sent = []
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

  const foundAtFirst = useRef(found)
  // What was left unsent here goes on; a conflict says so if somebody has changed it since.
  useEffect(() => {
    setLive(true)
    const kept = readKept(key, foundAtFirst.current)
    if (kept) {
      const stored = foundAtFirst.current
      const isOwn = [kept.finding, ...kept.sent].some((own) => isSame(own, findingOf(stored)))
      latest.current = isOwn ? { ...kept, revision: stored.revision } : kept
      setFinding(kept.finding)
      isAhead.current = !isSame(kept.finding, findingOf(stored))
      if (!isAhead.current) forget(key)
      else if (isOwn || kept.revision >= stored.revision) void save()
      else setSaving({ state: 'conflict', other: otherOf(stored) })
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
    latest.current = { finding: findingOf(found), revision: found.revision, sent: [] }
    setFinding(latest.current.finding)
  }, [found])

  // What was refused for want of a document may do once that is accepted.
  const { state, hasDocument: isThere } = found
  const isRefused = useRef(false)
  isRefused.current = saving.state === 'refused'
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of the documents has changed.
  useEffect(() => {
    if (isRefused.current) void save()
  }, [state, isThere, save])

  /** Settles a conflict: what is typed here is saved over what somebody else has saved, or that is taken. */
  const settle = useCallback(
    (whose: 'mine' | 'theirs', other: OtherFinding) => {
      latest.current.revision = other.revision
      if (whose === 'theirs') {
        const { revision: _, judgedBy, judgedAt, ...theirs } = other
        latest.current.finding = theirs
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

function findingOf(found: CaseCriterion['found']): Finding {
  const { verdict, score, reason, note, basis, basisOn, basisText } = found
  // A document is not typed: which are accepted is read as it is.
  const rests = basis === 'document' ? { basis: null, basisOn: null, basisText: '' } : { basis, basisOn, basisText }
  return { verdict, score, reason, note, ...rests }
}

function otherOf(found: CaseCriterion['found']): OtherFinding {
  const { revision, judgedByName: judgedBy, judgedAt } = found
  return { ...findingOf(found), revision, judgedBy, judgedAt }
}

/** As the server stores it. */
function asWritten({ verdict, score, reason, note, basis, basisOn, basisText }: Finding): Finding {
  const rests =
    needsBasis(verdict) && basis ? { basis, basisOn, basisText } : { basis: null, basisOn: null, basisText: '' }
  return { verdict, score: verdict === 'not-applicable' ? null : score, reason, note, ...rests }
}

function isSame(one: Finding, other: Finding): boolean {
  const told = (finding: Finding) => {
    const { verdict, score, basis, basisOn, ...texts } = asWritten(finding)
    const trimmed = [texts.reason, texts.note, texts.basisText].map((text) => text.replace(/\s+/g, ' ').trim())
    return JSON.stringify([verdict, score, basis, basisOn, ...trimmed])
  }
  return told(one) === told(other)
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

function readKept(key: string, found: CaseCriterion['found']): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (!kept || typeof kept !== 'object' || !('finding' in kept) || !('revision' in kept)) return null
    const { finding, revision, sent = [] } = kept as Kept
    return { finding: { ...findingOf(found), ...finding }, revision, sent }
  } catch {
    return null
  }
}
