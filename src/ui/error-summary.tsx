import { type MouseEvent, useEffect, useRef } from 'react'
import type { FieldFailure } from '#wire/failure.ts'

type ErrorSummaryProps = {
  heading?: string
  problems: readonly FieldFailure[]
  takeFocus?: boolean | undefined
}

/** Takes the focus when it appears, and again with a new `key`. Without `takeFocus`, the first wrong field takes it. */
export function ErrorSummary({ heading = 'There is a problem', problems, takeFocus = true }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const shown = problems.length > 0
  useEffect(() => {
    if (shown && takeFocus) box.current?.focus()
  }, [shown, takeFocus])
  if (!shown) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-summary-heading"
      className="p-5 border-2 border-danger rounded bg-surface-raised"
    >
      <h2 id="error-summary-heading" className="text-xl">
        {heading}
      </h2>
      <ul className="mt-2">
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <a href={`#${field}`} onClick={goTo} className="inline-block py-2 font-semibold text-danger">
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

// A fragment alone would scroll the field to the very top, away from its label, and would leave an entry in the history.
function goTo(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)))
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  const whole = field.closest('fieldset') ?? field.parentElement ?? field
  whole.scrollIntoView({ block: 'center' })
}
