import { AskForLink } from '#features/applications/access/ask-for-link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useBrand } from '#wire/brand-context.ts'

/** The same whether or not there is such an application. */
export function OnlyTheApplicant({ appId }: { appId: string }) {
  return (
    <>
      <PageHeading>Your application</PageHeading>
      <Notice className="mt-6" title="Only the applicant can see this page">
        <p className="text-sm">Open this page in the browser that you applied with, or ask us to email you a link.</p>
        <AskForLink applicationId={appId} />
      </Notice>
    </>
  )
}

/** Opens an email about the application. */
export function ComplianceLink({ reference }: { reference: string }) {
  const { complianceEmail } = useBrand()
  return <a href={`mailto:${complianceEmail}?subject=${encodeURIComponent(reference)}`}>{complianceEmail}</a>
}
