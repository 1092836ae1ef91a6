import { atom, useAtom, useSetAtom } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export type Toast = {
  title: string
  description?: string | undefined
  /** For what has failed: it interrupts a screen reader and stays longer. */
  variant?: 'default' | 'destructive' | undefined
}

/** Milliseconds while nobody points at a toast or holds the focus in it. */
export const toastStay = { default: 6_000, destructive: 10_000 }

/** One at a time: a new one takes the place of the last. */
export const toastAtom = atom<Toast | null>(null)

/** What is outside a modal dialog cannot be reached, so the toast then shows inside it. */
export const modalDialogsAtom = atom(0)

export function useToast(): (toast: Toast) => void {
  const show = useSetAtom(toastAtom)
  return useCallback((toast: Toast) => show({ ...toast }), [show])
}

/** Once in the document, at its end. */
export function Toaster() {
  const [dialogs] = useAtom(modalDialogsAtom)
  return dialogs === 0 ? <ToastRegion /> : null
}

/**
 * The live regions are in the document before anything is said, or nothing would be announced. A toast takes no clicks but those on its own
 * button. On a phone it is at the top, away from the buttons that end a form.
 */
export function ToastRegion() {
  const [toast, show] = useAtom(toastAtom)
  const [held, hold] = useState(false)
  const destructive = toast?.variant === 'destructive'

  useEffect(() => {
    if (!toast || held) return
    const timer = setTimeout(() => show(null), toastStay[toast.variant ?? 'default'])
    return () => clearTimeout(timer)
  }, [toast, held, show])

  const close = () => {
    // The element goes away under the pointer, which then never leaves it.
    hold(false)
    show(null)
  }

  const panel = toast && (
    <div
      className={classNames(
        'toast flex gap-3 items-start w-full max-w-md p-4 pr-2 rounded border shadow-lg bg-surface-raised text-text border-l-4',
        destructive ? 'border-danger' : 'border-action',
      )}
    >
      <Icon
        icon={destructive ? 'i-circle-alert' : 'i-info'}
        className={classNames('mt-1', destructive ? 'text-danger' : 'text-link')}
      />
      <div className="flex-1 min-w-0">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="text-sm text-muted">{toast.description}</p>}
      </div>
      <button
        type="button"
        onClick={close}
        onPointerEnter={() => hold(true)}
        onPointerLeave={() => hold(false)}
        onFocus={() => hold(true)}
        onBlur={() => hold(false)}
        aria-label="Dismiss"
        className="button-plain pointer-events-auto flex-none -my-2"
      >
        <Icon icon="i-x" />
      </button>
    </div>
  )

  return (
    <div className="toaster fixed z-70 inset-x-0 top-16 sm:top-auto sm:bottom-0 p-4 flex flex-col items-center sm:items-end pointer-events-none">
      <div role="status" className="contents">
        {!destructive && panel}
      </div>
      <div role="alert" className="contents">
        {destructive && panel}
      </div>
    </div>
  )
}
