import { useStore as useFormState } from '@tanstack/react-form'
import { useStore } from 'jotai'
import { useEffect } from 'react'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextList, VisuallyHidden } from '#ui/text.tsx'
import { declaration } from './content.ts'
import { localDraftAtom } from './draft/state.ts'
import { useDraftForm } from './draft-field.tsx'
import { reviewRows } from './facts.ts'
import { readSentApplication } from './state.ts'

/** A page that the browser has kept as it was is loaded again where its answers were sent since: nothing is left to send. */
function useSentMeanwhile() {
  const store = useStore()
  useEffect(() => {
    const last = readSentApplication()?.id
    const look = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || readSentApplication()?.id === last) return
      // A save that was under way when the page was left goes on now, and would keep the answers once more.
      store.set(localDraftAtom, null)
      location.reload()
    }
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [store])
}

/** Step 4: what will be sent, each line with its way back, and what sending it declares. */
export function ReviewStep() {
  const draft = useFormState(useDraftForm().store, (state) => state.values)
  useSentMeanwhile()
  return (
    <>
      {draft.name === '' && (
        <noscript>
          <Notice tone="warning" title="Your answers are not on this page" className="mb-6">
            <p>
              If you have sent them, you find the application at <a href={href('myApplications')}>your applications</a>.
              If you have not, <a href={href('apply', { continue: true })}>use the answers that we have saved</a>.
            </p>
          </Notice>
        </noscript>
      )}
      {reviewRows(draft).map(({ heading, rows }) => (
        <section key={heading} aria-label={heading}>
          <h3 className="mb-2">{heading}</h3>
          <dl className="border-t border-border">
            {rows.map(({ term, field, value }) => (
              <div
                key={term}
                className="grid grid-cols-[1fr_auto] sm:grid-cols-[minmax(9rem,1fr)_2fr_auto] gap-x-3 items-baseline py-2 border-b border-border"
              >
                <dt className="text-muted font-normal col-start-1">{term}</dt>
                <dd className="min-w-0 col-start-1 sm:col-start-2">
                  {value || <span className="text-muted">Not given</span>}
                </dd>
                <dd className="col-start-2 row-start-1 sm:col-start-3">
                  <Button name="go" value={`change ${field}`} variant="link">
                    Change<VisuallyHidden> {term.toLowerCase()}</VisuallyHidden>
                  </Button>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {draft.couponCode && (
        <p>
          Coupon code <strong>{draft.couponCode}</strong> is saved with this application and used at the checkout.{' '}
          <Button name="go" value="remove-coupon" variant="link">
            Remove the code
          </Button>
        </p>
      )}
      <section aria-labelledby="declaration" className="p-5 border border-border rounded bg-surface-raised">
        <h3 id="declaration">Declaration</h3>
        <p className="mt-2">By submitting this application you confirm that</p>
        <TextList items={declaration} className="mt-2 pl-5 list-disc" />
      </section>
    </>
  )
}
