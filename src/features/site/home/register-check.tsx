import { SuggestingSearch } from '#features/register/suggesting-search.tsx'
import { href } from '#pages.ts'
import { Container } from '#ui/layout.tsx'
import { content } from './content.ts'

/** What most people come to a register for: looking something up. An ordinary form that asks the listings by GET. */
export function RegisterCheck() {
  const { title, label, button } = content.check
  return (
    <div className="bg-surface-raised border-b border-border">
      <Container className="py-8">
        <SuggestingSearch
          id="check"
          action={href('listings')}
          label={label}
          button={button}
          className="grid gap-x-12 gap-y-6 items-end lg:grid-cols-2"
        >
          <h2>{title}</h2>
        </SuggestingSearch>
      </Container>
    </div>
  )
}
