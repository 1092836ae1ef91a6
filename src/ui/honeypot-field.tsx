export const honeypotName = 'internal_note'

/** Out of sight and out of the tab order: only a program writes into it, and then nothing is stored. */
export function HoneypotField({ id = honeypotName }: { id?: string | undefined }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>Leave this empty</label>
      <input id={id} name={honeypotName} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  )
}
