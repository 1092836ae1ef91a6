import { definePage } from '../../wire/page.ts'
import { Container } from '../../ui/layout.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'

export const page = definePage<null>({
  Component: () => (
    <Container>
      <PageHeading>Accrediting Excellence In British Events</PageHeading>
    </Container>
  ),
  meta: () => ({ title: 'Home', canonical: '/' }),
})
