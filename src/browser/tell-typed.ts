type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Notes what is typed, chosen or filled in before React has hydrated the page: React leaves it in the fields, but its handlers have not seen it.
 * @returns repeats it for the page, as if it were typed now. The focus and the place in the text stay.
 */
export function noteTyped(page: HTMLElement): () => void {
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
