type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * What a person has typed and chosen before React took a page over: React keeps most of it in the fields, but hears nothing of it.
 *
 * @returns tells it to the page, as if it was typed now. The focus and the place in the text stay.
 */
export function tellTyped(page: HTMLElement): () => void {
  const typed = [...page.querySelectorAll<Control>('input, textarea, select')].filter(isChanged)
  const values = typed.map((control) => (isBox(control) ? control.checked : control.value))
  return () => {
    for (const [index, control] of typed.entries()) if (control.isConnected) tell(control, values[index]!)
  }
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some((option) => option.selected && !option.defaultSelected && option.index > 0)
  }
  if (isBox(control)) return control.checked !== control.defaultChecked
  return !/^(hidden|file|submit|button)$/.test(control.type) && control.value !== control.defaultValue
}

function isBox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)
}

/**
 * React takes an event for a change where the value is another than the one it has seen set through the element's own property; the
 * prototype's it does not see.
 */
function tell(control: Control, value: string | boolean): void {
  const name = isBox(control) ? 'checked' : 'value'
  const prototype = Object.getPrototypeOf(control) as Control
  const { set } = Object.getOwnPropertyDescriptor(prototype, name)!
  const text = control as HTMLInputElement
  const caret = document.activeElement === control && 'selectionStart' in control ? text.selectionStart : null
  const end = caret === null ? null : text.selectionEnd
  if (!(control instanceof HTMLSelectElement)) Object.assign(control, { [name]: isBox(control) ? !value : '' })
  set!.call(control, value)
  if (caret !== null) text.setSelectionRange(caret, end)
  // A plain event: a press on a box would turn it over once more.
  const events = isBox(control) ? ['click', 'input', 'change'] : ['input', 'change']
  for (const event of events) control.dispatchEvent(new Event(event, { bubbles: true }))
}
