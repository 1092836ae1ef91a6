import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { mayLeaveAtom } from './moves.ts'

const question = 'Do you want to leave this page? What you typed is not saved and will be lost.'

/**
 * On a move within the site, on a reload and on the way elsewhere. A form that is being sent is not asked about; another one on the same page
 * is. One that only chooses rows of a list (`data-selection`) holds nothing to lose.
 */
export function useAskBeforeLeaving(): void {
  const setMayLeave = useSetAtom(mayLeaveAtom)
  useEffect(() => {
    let sent: HTMLFormElement | null = null
    // A move that turns out to need a whole load has asked already.
    let agreed = false
    const noteSent = (event: SubmitEvent) => {
      // A script that sends it takes care of the rest of the page itself.
      if (!event.defaultPrevented) sent = event.target as HTMLFormElement
    }
    const askOnUnload = (event: BeforeUnloadEvent) => {
      if (!agreed && holdsUnsaved(sent)) event.preventDefault()
      sent = null
    }
    setMayLeave({
      ask: () => {
        if (!holdsUnsaved(null)) return true
        agreed = confirm(question)
        return agreed
      },
    })
    addEventListener('submit', noteSent)
    addEventListener('beforeunload', askOnUnload)
    return () => {
      setMayLeave(null)
      removeEventListener('submit', noteSent)
      removeEventListener('beforeunload', askOnUnload)
    }
  }, [setMayLeave])
}

function holdsUnsaved(except: HTMLFormElement | null): boolean {
  return [...document.forms].some(
    (form) => form !== except && form.method === 'post' && form.dataset.selection === undefined && isUnsaved(form),
  )
}

/**
 * It differs from how it was made, or the server has refused it (a field is marked as wrong, or the form as unsaved).
 */
function isUnsaved(form: HTMLFormElement): boolean {
  if (form.dataset.unsaved !== undefined) return true
  return [...form.elements].some((control) => control.getAttribute('aria-invalid') === 'true' || isChanged(control))
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    const asMade = options.find(({ defaultSelected }) => defaultSelected) ?? options[0]
    return control.value !== asMade?.value
  }
  if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false
  if (control.type === 'checkbox' || control.type === 'radio') return control.checked !== control.defaultChecked
  return control.type === 'file' ? control.value !== '' : control.value !== control.defaultValue
}
