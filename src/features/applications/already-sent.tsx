import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { ApplyData } from './rules.ts'

export function AlreadySent({ sent: { id, reference, title } }: { sent: NonNullable<ApplyData['sent']> }) {
  return (
    <Container narrow className="py-12">
      <PageHeading lead="You have already sent these answers.">Application Submitted</PageHeading>
      <Notice tone="success" className="mt-6" title="Your reference">
        <p className="text-xl figures">{reference}</p>
        <p>{title}</p>
      </Notice>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={href('myApplication', { appId: id })}>Go to your application</ButtonLink>
        <ButtonLink href={href('apply')} variant="quiet">
          Start another application
        </ButtonLink>
      </div>
    </Container>
  )
}
