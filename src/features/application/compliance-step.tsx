import { useBrand } from '../../brand-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { documentsToPrepare } from './content.ts'

/** Step 3: nothing to upload, but what to prepare and where to send it. */
export function ComplianceStep() {
  const { complianceEmail } = useBrand()
  return (
    <>
      <p>
        Nothing is uploaded here. Have these documents ready; the assessor asks for those that fit your event’s size and
        kind.
      </p>
      <ul className="border-t border-border">
        {documentsToPrepare.map(({ title, text }) => (
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
      </Notice>
    </>
  )
}
