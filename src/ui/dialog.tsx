import { useSetAtom } from 'jotai'
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Icon } from './icon.tsx'
import { modalDialogsAtom, ToastRegion } from './toast.tsx'

/**
 * Modal; Escape and a press beside it close it. Rendered open by the server it is a section of the page until a script makes it modal;
 * `closeHref` makes its closing control a link, so that it closes without a script too.
 */
export function Dialog({
  open,
  ...rest
}: {
  open: boolean
  title: ReactNode
  /** The owner then renders it with `open` false. Without it, closing goes to `closeHref`. */
  onClose?: (() => void) | undefined
  closeHref?: string | undefined
  children: ReactNode
  actions?: ReactNode
}) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({ title, onClose, closeHref, children, actions }: Omit<Parameters<typeof Dialog>[0], 'open'>) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [, navigate] = useLocation()
  const countDialogs = useSetAtom(modalDialogsAtom)
  // Taken while rendering: a page that is drawn again for its new address has lost the link by the time of the effect.
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))

  const close = () => {
    if (onClose) onClose()
    else if (closeHref !== undefined) navigate(closeHref)
  }

  // A layout effect cleans up while the element is still in the document: only then does the browser return the focus.
  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    dialog.removeAttribute('open')
    dialog.showModal()
    countDialogs((count) => count + 1)
    return () => {
      dialog.close()
      countDialogs((count) => count - 1)
      giveFocusBack(opener)
    }
  }, [countDialogs, opener])

  const closeProps = {
    'aria-label': 'Close',
    className: 'button-plain flex-none -mr-2 -my-2',
    children: <Icon icon="i-x" className="text-lg" />,
  }
  const closeByPress = (event: MouseEvent) => {
    if (onClose) {
      event.preventDefault()
      onClose()
    }
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press beside the dialog is an extra; Escape and the control do the same.
    <dialog
      ref={element}
      open
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // The browser may close it without asking (a second Escape). After a close of our own it is gone, or open again.
      onClose={() => {
        if (element.current && !element.current.open) close()
      }}
      onClick={(event) => event.target === element.current && close()}
    >
      <div className="p-5 sm:p-6">
        <div className="flex gap-4 items-start justify-between">
          <h2 id={titleId}>{title}</h2>
          {closeHref === undefined ? (
            <button type="button" onClick={close} {...closeProps} />
          ) : (
            <a href={closeHref} onClick={closeByPress} {...closeProps} />
          )}
        </div>
        <div className="mt-4">{children}</div>
        {actions && <div className="mt-6 flex flex-wrap gap-3">{actions}</div>}
      </div>
      <ToastRegion />
    </dialog>
  )
}

function giveFocusBack(opener: Element | null) {
  if (!(opener instanceof HTMLElement) || opener === document.body) return
  if (opener.isConnected) return opener.focus()
  // Drawn again: its twin is the element of the same id, or the link to the same place, once it is there.
  const href = opener.getAttribute('href')
  setTimeout(() => {
    const twin = opener.id
      ? document.getElementById(opener.id)
      : [...document.querySelectorAll<HTMLElement>('a[href]')].find((link) => link.getAttribute('href') === href)
    twin?.focus()
  })
}
