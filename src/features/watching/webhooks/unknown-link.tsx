import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { linkDays } from './rules.ts'

/** What a link leads to that cannot be used. */
export function UnknownLink() {
  return (
    <>
      <PageHeading
        lead={`Part of the link may be missing, or it is older than ${linkDays} days. Your endpoints go on working. Ask for a new link to manage them.`}
      >
        This link does not work
      </PageHeading>
      <ButtonLink href={`${href('webhooks')}#begin`} className="mt-8">
        Ask for a new link
      </ButtonLink>
    </>
  )
}
