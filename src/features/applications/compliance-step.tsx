import { useStore } from '@tanstack/react-form'
import { figure } from '#domain/figures.ts'
import { Notice } from '#ui/notice.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { documentsFor } from './content.ts'
import { useDraftForm } from './draft-field.tsx'
import { capacityOf } from './rules.ts'

export function ComplianceStep() {
  const { complianceEmail } = useBrand()
  const capacity = useStore(useDraftForm().store, (state) => capacityOf(state.values))
  return (
    <>
      <p>
        You do not upload anything here. For up to <strong className="figures">{figure(capacity)}</strong> people at one
        time, have these documents ready. The assessor will ask for those that apply to your event.
      </p>
      <ul className="border-t border-border">
        {documentsFor(capacity).map(({ title, text }) => (
          <li key={title} className="py-4 border-b border-border">
            <strong>{title}</strong>
            <span className="block text-muted">{text}</span>
          </li>
        ))}
      </ul>
      <Notice title="Email your documents">
        <p>
          Send them to <a href={`mailto:${complianceEmail}`}>{complianceEmail}</a>, as PDFs if you can. Put the
          reference of your application in the subject. You get the reference when you submit.
        </p>
        <p className="mt-2">
          Or submit first. The next page then has a list of what your event needs, where you can upload your documents.
        </p>
      </Notice>
    </>
  )
}
