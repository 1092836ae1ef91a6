import { href } from '#pages.ts'
import { Container } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Prose } from '#ui/text.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'

export const page = definePage<null>(NotFoundPage, 'Page Not Found')

function NotFoundPage() {
  const brand = useBrand()
  return (
    <Container className="py-10 lg:py-16">
      <PageHeading />
      <Prose className="mt-6">
        <p>There is no page at this address. A few things that usually help:</p>
        <ul>
          <li>Check the address for a typing mistake.</li>
          <li>If you followed a link from somewhere else, it may be out of date.</li>
          <li>If an event has moved, it is still in the register. Search for its name or venue.</li>
        </ul>
        <p>
          <a href={href('home')}>Go to the homepage</a> or <a href={href('listings')}>search the register</a>.
        </p>
        <h2>Checking an accreditation?</h2>
        <p>
          <a href={href('verify')}>Check the number on the certificate</a>. Our compliance team can also tell you
          whether an event is accredited: email <a href={`mailto:${brand.complianceEmail}`}>{brand.complianceEmail}</a>{' '}
          or call{' '}
          <a href={`tel:${brand.phoneLink}`} className="whitespace-nowrap">
            {brand.phone}
          </a>
          .
        </p>
      </Prose>
    </Container>
  )
}
