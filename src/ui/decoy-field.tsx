/** The name of the field that no person fills in. */
export const decoyName = 'internal_note'

/**
 * A text field out of sight and out of the tab order: only a program that fills in whatever it finds writes into it. Its form's
 * receiver then stores nothing.
 */
export function DecoyField({ id = decoyName }: { id?: string | undefined }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>Leave this empty</label>
      <input id={id} name={decoyName} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  )
}
