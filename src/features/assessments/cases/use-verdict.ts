import { useCallback, useEffect, useRef, useState } from 'react'
import type { RestsOn } from '#domain/assurance.ts'
import type { Instant } from '#domain/formats.ts'
import { keepJson, readJson } from '#ui/browser-store.ts'
import { ApiError, callApi } from '#wire/call-api.ts'
import { asStored, noBasis, type Verdict } from './judged-criteria.ts'
import type { CaseCriterion } from './server/load-case.ts'

export type Finding = RestsOn & { verdict: Verdict | null; score: number | null; reason: string; note: string }
export type OtherFinding = Finding & { revision: number; judgedBy: string; judgedAt: Instant | null }

/** `kept`: in this browser, until the server can be reached. */
export type SavingState =
  | { state: 'idle' | 'typing' | 'saving' | 'saved' | 'kept' }
  | { state: 'conflict'; other: OtherFinding }
  | { state: 'refused'; why: string }

/** `sent`: what this browser has sent without an answer so far. */
type StoredFinding = { finding: Finding; revision: number; sent: Finding[] }

/** In milliseconds. */
const saveDelay = 700
const retryDelay = 15_000
const maxUnanswered = 3

/**
 * Saves a finding as it is typed. What the server has not taken is kept in this browser and sent once there is a connection again, after a reload
 * too, but never over what somebody else has saved.
 *
 * @param personId two people may use one browser.
 */
export function useVerdict(assessmentId: string, { id: criterion, found }: CaseCriterion, personId: string) {
  const key = `assessment:${assessmentId}:${criterion}:${personId}`
  const [finding, setFinding] = useState<Finding>(() => findingOf(found))
  const [saving, setSaving] = useState<SavingState>({ state: 'idle' })
  const [isLive, setLive] = useState(false)
  const latest = useRef<StoredFinding>({ finding, revision: found.revision, sent: [] })
  const isAhead = useRef(false)
  const isRunning = useRef(false)
  const running = useRef<Promise<void>>(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(
    async (isLast = false) => {
      clearTimeout(timer.current)
      if (!isAhead.current || (isRunning.current && !isLast)) return
      isRunning.current = true
      const { promise, resolve } = Promise.withResolvers<void>()
      running.current = promise
      const sent = latest.current.finding
      latest.current.sent = [...latest.current.sent, sent].slice(-maxUnanswered)
      keepJson('localStorage', key, latest.current)
      setSaving({ state: 'saving' })
      let next: number | null = null
      try {
        const body = { ...asStored(sent), revision: latest.current.revision }
        const sending = { params: { id: assessmentId, criterion }, body, keepalive: isLast }
        const { revision } = await callApi<{ revision: number }>('judgeCriterion', sending)
        latest.current.revision = Math.max(latest.current.revision, revision)
        latest.current.sent = []
        if (latest.current.finding === sent) {
          isAhead.current = false
          keepJson('localStorage', key, null)
          setSaving({ state: 'saved' })
        } else {
          keepJson('localStorage', key, latest.current)
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
      resolve()
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
      keepJson('localStorage', key, latest.current)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), saveDelay)
    },
    [key, save],
  )

  const isShown = useRef(true)
  const foundAtFirst = useRef(found)
  useEffect(() => {
    setLive(true)
    isShown.current = true
    const kept = readKept(key, foundAtFirst.current)
    if (kept) {
      const stored = foundAtFirst.current
      const isOwn = [kept.finding, ...kept.sent].some((own) => isSame(own, findingOf(stored)))
      latest.current = isOwn ? { ...kept, revision: stored.revision } : kept
      setFinding(kept.finding)
      isAhead.current = !isSame(kept.finding, findingOf(stored))
      if (!isAhead.current) keepJson('localStorage', key, null)
      else if (isOwn || kept.revision >= stored.revision) void save()
      else setSaving({ state: 'conflict', other: otherOf(stored) })
    }
    const again = () => void save()
    // A page in the background may be ended without another event.
    const leave = () => void save(true)
    window.addEventListener('online', again)
    window.addEventListener('pagehide', leave)
    return () => {
      isShown.current = false
      window.removeEventListener('online', again)
      window.removeEventListener('pagehide', leave)
      void save(true)
    }
  }, [key, save])

  // The page has been loaded again, and nothing is typed here.
  useEffect(() => {
    if (isAhead.current || found.revision <= latest.current.revision) return
    latest.current = { finding: findingOf(found), revision: found.revision, sent: [] }
    setFinding(latest.current.finding)
  }, [found])

  // What was refused without a document may be taken once one is accepted.
  const { state, hasDocument } = found
  const isRefused = useRef(false)
  isRefused.current = saving.state === 'refused'
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of the documents has changed.
  useEffect(() => {
    if (isRefused.current) void save()
  }, [state, hasDocument, save])

  const settle = useCallback(
    (whose: 'mine' | 'theirs', other: OtherFinding) => {
      latest.current.revision = other.revision
      if (whose === 'theirs') {
        latest.current.finding = findingOf(other)
        isAhead.current = false
        keepJson('localStorage', key, null)
        setFinding(latest.current.finding)
        setSaving({ state: 'saved' })
      } else void save()
    },
    [key, save],
  )

  /** A form sends what is typed here, in place of the saving. @param send answers whether the form has arrived. */
  const sendWith = useCallback(
    async (send: () => Promise<boolean>) => {
      clearTimeout(timer.current)
      await running.current
      clearTimeout(timer.current)
      const wasAhead = isAhead.current
      isAhead.current = false
      keepJson('localStorage', key, null)
      await send()
      // It was not taken, or the page would show another criterion now.
      if (!wasAhead || !isShown.current) return
      isAhead.current = true
      keepJson('localStorage', key, latest.current)
    },
    [key],
  )

  return { finding, change, saving, settle, sendWith, isLive, revision: latest.current.revision }
}

function findingOf(found: Finding): Finding {
  const { verdict, score, reason, note, basis, basisOn, basisText } = found
  const rests = basis === 'document' ? noBasis : { basis, basisOn, basisText }
  return { verdict, score, reason, note, ...rests }
}

function otherOf({ revision, judgedByName: judgedBy, judgedAt, ...found }: CaseCriterion['found']): OtherFinding {
  return { ...findingOf(found), revision, judgedBy, judgedAt }
}

function isSame(one: Finding, other: Finding): boolean {
  const comparable = (finding: Finding) => {
    const { verdict, score, basis, basisOn, ...texts } = asStored(finding)
    const trimmed = [texts.reason, texts.note, texts.basisText].map((text) => text.replace(/\s+/g, ' ').trim())
    return JSON.stringify([verdict, score, basis, basisOn, ...trimmed])
  }
  return comparable(one) === comparable(other)
}

function readKept(key: string, found: CaseCriterion['found']): StoredFinding | null {
  const kept = readJson('localStorage', key)
  if (!kept || typeof kept !== 'object' || !('finding' in kept) || !('revision' in kept)) return null
  const { finding, revision, sent = [] } = kept as StoredFinding
  return { finding: { ...findingOf(found), ...finding }, revision, sent }
}
