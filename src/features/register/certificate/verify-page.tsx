import { href } from '../../../pages.ts'
import { Section } from '../../../ui/layout.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { definePage } from '../../../wire/page.ts'
import { NumberForm } from './number-form.tsx'

export const page = definePage<null>({
  Component: VerifyPage,
  startsWhenUsed: true,
  meta: () => ({
    title: 'Check a certificate',
    description: 'Enter the number of a certificate to see whether the accreditation is valid today.',
    canonical: href('verify'),
  }),
})

function VerifyPage() {
  return (
    <Section narrow>
      <PageHeading lead="A certificate shows what was true on the day it was made. The register shows whether the accreditation is valid today.">
        Check a certificate
      </PageHeading>
      <NumberForm />
      <p className="mt-8">
        Do you not have the number? <SiteLink href={href('listings')}>Search the register</SiteLink> by event or venue.
      </p>
      <p className="mt-3">
        Is someone claiming an accreditation that they do not have?{' '}
        <SiteLink href={href('concerns', { about: 'false-claim' })}>Report a concern</SiteLink>
      </p>
    </Section>
  )
}
