import { Container } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Prose } from '#ui/text.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'

export const page = definePage<{ reference: string }>(
  ({ data }) => <BrokenPage reference={data.reference} />,
  'Something went wrong',
)

/** Also shown by the browser when a page breaks there; then without a reference. */
export function BrokenPage({ reference }: { reference?: string }) {
  const brand = useBrand()
  return (
    <Container className="py-10 lg:py-16">
      <PageHeading />
      <Prose className="mt-6">
        <p>This is our mistake, not yours. Nothing that you sent us earlier is lost.</p>
        <p>
          Try again in a minute. If it still does not work, call <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a> or
          email <a href={`mailto:${brand.email}`}>{brand.email}</a>
          {reference ? ' and quote this reference:' : '.'}
        </p>
        {reference ? (
          <p>
            <strong className="figures">{reference}</strong>
          </p>
        ) : null}
      </Prose>
    </Container>
  )
}
