import { href } from '#pages.ts'
import { Container } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'

export function NotAnnounced({ title, text, link }: { title: string; text: string; link: string }) {
  return (
    <Container className="py-10 lg:py-14">
      <PageHeading lead={text}>{title}</PageHeading>
      <p className="mt-6">
        <a href={href('events')}>{link}</a>
      </p>
    </Container>
  )
}
