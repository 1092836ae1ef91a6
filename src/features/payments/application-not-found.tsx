import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Section } from '#ui/layout.tsx'

export function ApplicationNotFound() {
  return (
    <Section narrow>
      <EmptyState
        level="h1"
        icon="i-file-question"
        title="Application Not Found"
        text="The application you're looking for doesn't exist."
      >
        <ButtonLink href={href('apply')}>Start an application</ButtonLink>
      </EmptyState>
    </Section>
  )
}
