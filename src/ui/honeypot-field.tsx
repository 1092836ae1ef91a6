/** The name of the field that no person fills in. */
export const honeypotName = 'internal_note'

/**
 * A text field out of sight and out of the tab order: only a program that fills in whatever it finds writes into it. Its form's
 * receiver then stores nothing.
 */
export function HoneypotField({ id = honeypotName }: { id?: string | undefined }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>Leave this empty</label>
      <input id={id} name={honeypotName} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  )
}
