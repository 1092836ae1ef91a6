import { Container } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Prose } from '#ui/text.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'

export type NotTakenData = {
  reason: string
  address: string
  reference: string
}

export const page = definePage<NotTakenData>(NotTakenPage, 'Your form was not sent')

/** For a form that could not be read without a script: too large, from elsewhere, or in an unknown encoding. */
function NotTakenPage({ data }: { data: NotTakenData }) {
  const brand = useBrand()
  return (
    <Container className="py-10 lg:py-16">
      <PageHeading />
      <Prose className="mt-6">
        <p>
          {data.reason} <strong>Nothing was saved.</strong>
        </p>
        <p>
          Go back with your browser’s back button. Most browsers keep what you typed. Or{' '}
          <a href={data.address}>start the form again</a>.
        </p>
        <p>
          If it happens again, call <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a> or email{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a> and quote this reference:{' '}
          <strong className="figures">{data.reference}</strong>
        </p>
      </Prose>
    </Container>
  )
}
