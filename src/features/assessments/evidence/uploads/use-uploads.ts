import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { EvidenceFile } from '#features/assessments/files/schema.ts'
import { href } from '#pages.ts'
import type { MoveState } from '#ui/moves.ts'
import type { ShownUpload } from './rules.ts'
import type { Uploader } from './uploader.ts'

/** Before the page is asked again whether a document has come and been checked, in milliseconds, and how often at most. */
const askAgainMs = 3000
const maxAsks = 40

export type Uploads = {
  /** Whether a script sends files: until it has loaded, and where it cannot be, the form is posted. */
  isReady: boolean
  shown: ShownUpload[]
  /** What has happened last, for screen readers. */
  said: string
  add: Uploader['add']
  cancel: Uploader['cancel']
  retry: Uploader['retry']
}

/**
 * The uploads of one application's page, those of an earlier page among them. A file that has arrived, or is checked, shows in the
 * page's own list: the page is asked anew, and again where it got no answer.
 *
 * @param isOpen whether documents may be sent.
 * @param listed the documents in the page's list.
 */
export function useUploads(
  appId: string,
  { isOpen, listed }: { isOpen: boolean; listed: Pick<EvidenceFile, 'id' | 'state'>[] },
): Uploads {
  const [shown, setShown] = useState<ShownUpload[]>([])
  const [arrived, setArrived] = useState<string[]>([])
  const [said, say] = useState('')
  const uploader = useRef<Uploader | null>(null)
  const [isReady, setReady] = useState(false)
  const [, navigate] = useLocation()
  const refresh = useCallback(
    () => navigate(href('evidence', { appId }), { replace: true, state: 'refresh' satisfies MoveState }),
    [appId, navigate],
  )

  useEffect(() => {
    if (!isOpen) return
    let isLeft = false
    const load = async () => {
      const { createUploader } = await import('./uploader.ts')
      if (isLeft) return
      uploader.current = createUploader(appId, {
        onChange: setShown,
        onArrived: ({ id, name }) => {
          say(`${name} has been sent.`)
          setArrived((ids) => [...ids, id])
          refresh()
        },
      })
      setReady(true)
    }
    void load().catch(() => {})
    return () => {
      isLeft = true
      uploader.current?.leave()
      uploader.current = null
      setReady(false)
    }
  }, [appId, isOpen, refresh])

  const unlisted = arrived.filter((id) => !listed.some((file) => file.id === id))
  if (unlisted.length < arrived.length) setArrived(unlisted)
  const isLate = unlisted.length > 0 || listed.some(({ state }) => state === 'checking')
  const asks = useRef(0)
  useEffect(() => {
    if (!isLate) {
      asks.current = 0
      return
    }
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && asks.current++ < maxAsks) refresh()
    }, askAgainMs)
    return () => clearInterval(timer)
  }, [isLate, refresh])

  return {
    isReady,
    shown,
    said: saidOf(shown) || said,
    add: (files, about) => uploader.current?.add(files, about),
    cancel: (key) => uploader.current?.cancel(key),
    retry: (key) => uploader.current?.retry(key),
  }
}

/** What of all uploads a person has to know now. */
function saidOf(shown: ShownUpload[]): string {
  const named = (phase: ShownUpload['phase']) => shown.filter((each) => each.phase === phase).map(({ name }) => name)
  const failed = shown.filter(({ phase }) => phase === 'failed')
  const offline = named('offline')
  return [
    ...failed.map(({ name, problem }) => `${name} was not sent. ${problem}`),
    ...(offline.length > 0 ? ['You are offline. Sending continues when you are connected again.'] : []),
  ].join(' ')
}
