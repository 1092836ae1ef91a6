import { createStore } from 'jotai'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type Brand, defaultBrand } from '#brand.ts'
import { App } from '#shell/app.tsx'
import type { DocumentData } from '#shell/document.tsx'
import { loadPlace, type PageState, placeAtom } from '#shell/place.ts'
import { type DeferredResult, deferredId } from '#wire/deferred.ts'
import { createNavigation, followLinks } from './navigate.ts'

/** Of the brand it holds only what an operator has set. */
type SentDocument = Omit<DocumentData, 'brand'> & { brand: Partial<Brand> }

const element = document.getElementById('page-data')
const json = element?.textContent ?? ''
const { document: sent, state } = JSON.parse(json) as { document: SentDocument; state: PageState }
const data: DocumentData = { ...sent, brand: { ...defaultBrand, ...sent.brand } }
const cards = [...document.querySelectorAll<HTMLElement>('[data-cards]')].map((list) => [
  list.dataset.cards,
  list.innerHTML,
])
// Promises in the place of deferred values, so that React finds what the server has shown.
for (const name of state.deferred ?? []) Object.assign(state.data as object, { [name]: arrival(deferredId(name)) })

const store = createStore()

// Not awaited at the top: only then does the build put what the entry shares with the pages into the entry, and not into many small files.
loadPlace(state).then((place) => {
  store.set(placeAtom, place)
  const move = createNavigation(store)
  // On the window, so that a component's own handler comes first. Until the page is known, links are the browser's.
  window.addEventListener('click', followLinks(move))
  const props = { data, json, store, move, cards: Object.fromEntries(cards), onHydrated: noteTyped(document.body) }
  // As a transition React takes it in slices, between which the page answers to a person.
  startTransition(() => {
    hydrateRoot(document, <App {...props} />, { onRecoverableError: (problem) => console.error('hydration', problem) })
  })
})

function arrival(id: string): Promise<DeferredResult<unknown>> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true })
    document.addEventListener('DOMContentLoaded', look)
    look()

    function look(): void {
      const text = document.getElementById(id)?.textContent
      // A document that broke off brings nothing more.
      if (!text && document.readyState === 'loading') return
      observer.disconnect()
      document.removeEventListener('DOMContentLoaded', look)
      resolve(text ? JSON.parse(text) : { failed: true })
    }
  })
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Notes what is typed, chosen or filled in before React has hydrated the page: React leaves it in the fields, but its handlers have not seen it.
 * @returns repeats it for the page, as if it were typed now. The focus and the place in the text stay.
 */
function noteTyped(page: HTMLElement): () => void {
  const typed = new Map<Control, string | boolean>()
  const note = (control: Control) => {
    // At the end again: of two radio buttons the one that was chosen last counts.
    typed.delete(control)
    typed.set(control, isBox(control) ? control.checked : control.value)
  }
  const hear = ({ target }: Event) => isTyped(target as Control) && note(target as Control)
  for (const control of page.querySelectorAll<Control>(controls)) {
    if (isTyped(control) && isChanged(control)) note(control)
  }
  // On the window, to come before React, which then hydrates the page at once.
  window.addEventListener('input', hear, true)
  return () => {
    window.removeEventListener('input', hear, true)
    for (const [control, value] of typed) if (control.isConnected) tell(control, value)
  }
}

const controls = 'input, textarea, select'

function isTyped(control: Control): boolean {
  return control.matches(controls) && !/^(hidden|submit|button)$/.test(control.type)
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    const given = options.findLast((option) => option.defaultSelected) ?? options.find((option) => !option.disabled)
    return given !== undefined && control.value !== given.value
  }
  if (isFile(control)) return control.value !== ''
  if (!isBox(control)) return control.value !== control.defaultValue
  // Of two radio buttons, the one that was left says nothing.
  return control.checked !== control.defaultChecked && (control.checked || control.type !== 'radio')
}

function isBox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)
}

function isFile(control: Control): boolean {
  return control.type === 'file'
}

function tell(control: Control, value: string | boolean): void {
  if (!isFile(control)) setUnseen(control, value)
  // A plain event: a press on a box would turn it over once more.
  const events = isBox(control) ? ['click', 'input', 'change'] : ['input', 'change']
  for (const event of events) control.dispatchEvent(new Event(event, { bubbles: true }))
}

/** React sees a change where the value differs from what was set by the element's own property, not the prototype's. */
function setUnseen(control: Control, value: string | boolean): void {
  const name = isBox(control) ? 'checked' : 'value'
  const prototype = Object.getPrototypeOf(control) as Control
  const { set } = Object.getOwnPropertyDescriptor(prototype, name)!
  const text = control as HTMLInputElement
  const caret = document.activeElement === control && 'selectionStart' in control ? text.selectionStart : null
  const end = caret === null ? null : text.selectionEnd
  const another = isBox(control) ? !value : value === '' ? ' ' : ''
  if (!(control instanceof HTMLSelectElement)) Object.assign(control, { [name]: another })
  set!.call(control, value)
  if (caret !== null) text.setSelectionRange(caret, end)
}
