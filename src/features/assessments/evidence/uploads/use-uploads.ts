import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { EvidenceFile } from '#features/assessments/files/schema.ts'
import { href } from '#pages.ts'
import type { MoveState } from '#ui/moves.ts'
import type { ShownUpload } from '../rules.ts'
import type { Uploader } from './uploader.ts'

const refreshMs = 3000
const maxRefreshes = 40

export type Uploads = Omit<Uploader, 'leave'> & {
  /** Until the script that sends files has loaded, the form is posted. */
  isReady: boolean
  shown: ShownUpload[]
  /** For screen readers. */
  announcement: string
}

/** A file that has arrived or been checked shows in the page's own list (`listed`): the page is loaded again until it does. */
export function useUploads(
  appId: string,
  { isOpen, listed }: { isOpen: boolean; listed: Pick<EvidenceFile, 'id' | 'state'>[] },
): Uploads {
  const [shown, setShown] = useState<ShownUpload[]>([])
  const [arrived, setArrived] = useState<string[]>([])
  const [lastArrival, setLastArrival] = useState('')
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
    const giveUp = ({ persisted }: PageTransitionEvent) => persisted || uploader.current?.leave()
    const load = async () => {
      const { createUploader } = await import('./uploader.ts')
      if (isLeft) return
      uploader.current = createUploader(appId, {
        onChange: setShown,
        onArrived: ({ id, name }) => {
          setLastArrival(`${name} has been sent.`)
          setArrived((ids) => [...ids, id])
          refresh()
        },
      })
      setReady(true)
      // Release 0.1.0 kept documents there that were being sent.
      indexedDB.deleteDatabase('evidence-uploads')
    }
    void load().catch(() => {})
    addEventListener('pagehide', giveUp)
    return () => {
      isLeft = true
      removeEventListener('pagehide', giveUp)
      uploader.current?.leave()
      uploader.current = null
      setReady(false)
    }
  }, [appId, isOpen, refresh])

  const unlisted = arrived.filter((id) => !listed.some((file) => file.id === id))
  if (unlisted.length < arrived.length) setArrived(unlisted)
  const isPending = unlisted.length > 0 || listed.some(({ state }) => state === 'checking')
  const refreshes = useRef(0)
  useEffect(() => {
    if (!isPending) {
      refreshes.current = 0
      return
    }
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && refreshes.current++ < maxRefreshes) refresh()
    }, refreshMs)
    return () => clearInterval(timer)
  }, [isPending, refresh])

  return {
    isReady,
    shown,
    announcement: announcementOf(shown) || lastArrival,
    add: (files, about) => uploader.current?.add(files, about),
    cancel: (key) => uploader.current?.cancel(key),
    retry: (key) => uploader.current?.retry(key),
  }
}

function announcementOf(shown: ShownUpload[]): string {
  const failed = shown.filter(({ phase }) => phase === 'failed')
  const isOffline = shown.some(({ phase }) => phase === 'offline')
  return [
    ...failed.map(({ name, problem }) => `${name} was not sent. ${problem}`),
    ...(isOffline ? ['You are offline. Sending continues when you are connected again.'] : []),
  ].join(' ')
}
