import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container } from '#ui/layout.tsx'
import { content } from './content.ts'

/** What the authority does, in a sentence, and the two ways to apply. */
export function Hero() {
  const { eyebrow, title, lead, quick, full } = content.hero
  return (
    <section aria-labelledby="hero" className="hero on-ink">
      <img src="/rosette.svg" alt="" width={600} height={600} className="rosette" />
      <Container>
        <p className="text-gold-text font-semibold">{eyebrow}</p>
        <h1 id="hero" tabIndex={-1} data-page-heading="">
          {title}
        </h1>
        <p className="mt-6 max-w-prose text-lg">{lead}</p>
        <div className="mt-10 flex flex-wrap gap-4">
          <ButtonLink href={href('quickApply')}>{quick}</ButtonLink>
          <ButtonLink href={href('apply')} variant="quiet">
            {full}
          </ButtonLink>
        </div>
      </Container>
    </section>
  )
}
