import { href } from '#pages.ts'
import { Container } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'

export function NoSuchEntry({ heading }: { heading: string }) {
  return (
    <Container narrow className="py-10 lg:py-14">
      <PageHeading lead="The register has no entry with this number.">{heading}</PageHeading>
      <p className="mt-6">
        <a href={href('verify')}>Check a number</a>
      </p>
    </Container>
  )
}
