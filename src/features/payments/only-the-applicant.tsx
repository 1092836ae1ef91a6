import { AskForLink } from '#features/applications/access/ask-for-link.tsx'
import { Notice } from '#ui/notice.tsx'
import { SupportContacts } from './support-contacts.tsx'

export function OnlyTheApplicant({ appId }: { appId: string }) {
  return (
    <Notice className="mt-6" title="Only the applicant can pay">
      <p className="text-sm">Open this page in the browser that you applied with, or ask us to email you a link.</p>
      <AskForLink applicationId={appId} />
      <SupportContacts className="mt-2 text-sm" />
    </Notice>
  )
}
