import { href } from '../../../pages.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Container } from '../../../ui/layout.tsx'
import { Rosette } from '../../../ui/rosette.tsx'
import { content } from './content.ts'

/** What the authority does, in a sentence, and the two ways to apply. */
export function Hero() {
  const { eyebrow, title, lead, quick, full } = content.hero
  return (
    <section aria-labelledby="hero" className="on-ink relative overflow-hidden">
      <Rosette className="absolute max-w-none size-140 lg:size-190 -right-90 sm:-right-60 lg:-right-48 xl:-right-30 top-1/2 -translate-y-1/2 opacity-25 md:opacity-60 lg:opacity-100" />
      <Container className="relative py-14 sm:py-16 lg:py-22">
        <p className="text-gold-text font-semibold">{eyebrow}</p>
        <h1
          id="hero"
          tabIndex={-1}
          data-page-heading=""
          className="mt-4 max-w-[9em] text-[clamp(2.375rem,1.5rem+4vw,4.25rem)] leading-[1.06]"
        >
          {title}
        </h1>
        <p className="mt-6 max-w-xl text-lg">{lead}</p>
        <div className="mt-9 flex flex-wrap gap-4">
          <ButtonLink href={href('quickApply')}>{quick}</ButtonLink>
          <ButtonLink href={href('apply')} variant="quiet">
            {full}
          </ButtonLink>
        </div>
      </Container>
    </section>
  )
}
