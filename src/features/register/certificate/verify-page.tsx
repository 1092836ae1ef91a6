import { href } from '../../../pages.ts'
import { Section } from '../../../ui/layout.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { definePage } from '../../../wire/page.ts'
import { NumberForm } from './number-form.tsx'

export const page = definePage<null>({
  Component: VerifyPage,
  meta: () => ({
    title: 'Check a certificate',
    description: 'Enter the number of a certificate of accreditation and see whether it stands today.',
    canonical: href('verify'),
  }),
})

function VerifyPage() {
  return (
    <Section narrow>
      <PageHeading lead="A certificate shows what stood on the day it was made. The register shows whether it stands today.">
        Check a certificate
      </PageHeading>
      <NumberForm />
      <p className="mt-8">
        No number at hand? <SiteLink href={href('listings')}>Search the register</SiteLink> by event or venue.
      </p>
      <p className="mt-3">
        Somebody claims an accreditation that is not there?{' '}
        <SiteLink href={href('concerns', { about: 'false-claim' })}>Report a concern</SiteLink>
      </p>
    </Section>
  )
}
