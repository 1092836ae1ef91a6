import { useStore } from '@tanstack/react-form'
import { useBrand } from '../../ui/brand-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { documentsFor } from './content.ts'
import { capacityOf } from './rules.ts'
import type { WizardForm } from './use-wizard-form.ts'

/** Step 3: nothing to upload, but what to prepare and where to send it. */
export function ComplianceStep({ form }: { form: WizardForm }) {
  const { complianceEmail } = useBrand()
  const capacity = useStore(form.store, (state) => capacityOf(state.values))
  return (
    <>
      <p>
        Nothing is uploaded here. For up to <strong className="figures">{capacity.toLocaleString('en-GB')}</strong>{' '}
        people at one time, have these documents ready; the assessor asks for those that fit your event.
      </p>
      <ul className="border-t border-border">
        {documentsFor(capacity).map(({ title, text }) => (
          <li key={title} className="py-3 border-b border-border">
            <strong>{title}</strong>
            <span className="block text-muted">{text}</span>
          </li>
        ))}
      </ul>
      <Notice title="Email your documents">
        <p>
          Send them to <a href={`mailto:${complianceEmail}`}>{complianceEmail}</a>, as PDF where you can. Put the
          reference of your application into the subject; you get it when you submit.
        </p>
        <p className="mt-2">
          Better still, wait until you have submitted: the next page then leads to a list of what your event needs,
          where you can upload them.
        </p>
      </Notice>
    </>
  )
}
