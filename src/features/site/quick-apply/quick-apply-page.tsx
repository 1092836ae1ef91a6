import { href } from '../../../pages.ts'
import { Card } from '../../../ui/card.tsx'
import { Container, Section } from '../../../ui/layout.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'
import { definePage } from '../../../wire/page.ts'
import { content } from './content.ts'
import { QuickApplyForm } from './quick-apply-form.tsx'
import type { QuickApplyData } from './rules.ts'

export const page = definePage<QuickApplyData>({
  Component: QuickApplyPage,
  meta: () => ({ title: content.title, description: content.description, canonical: href('quickApply') }),
})

function QuickApplyPage({ data }: { data: QuickApplyData }) {
  return (
    <>
      <Container className="py-10 lg:py-14">
        <PageHeading lead={content.lead}>{content.title}</PageHeading>
        <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)] lg:gap-16 items-start">
          <Card>
            <QuickApplyForm data={data} />
          </Card>
          <aside aria-label={data.flags.claims ? 'The scheme in figures' : content.full.text}>
            {data.flags.claims && (
              <dl className="mb-8 grid gap-8 sm:grid-cols-2 lg:grid-cols-1">
                {content.claims.map((claim) => (
                  <StatCard key={claim.label} {...claim} />
                ))}
              </dl>
            )}
            <p className="text-muted">
              {content.full.text} <SiteLink href={href('apply')}>{content.full.link}</SiteLink>.
            </p>
          </aside>
        </div>
      </Container>
      {data.flags.testimonials && <Testimonials />}
    </>
  )
}

function Testimonials() {
  const { title, items } = content.testimonials
  return (
    <Section tone="sunken" labelledBy="testimonials">
      <h2 id="testimonials">{title}</h2>
      <ul className="mt-8 grid gap-8 lg:grid-cols-3">
        {items.map(({ quote, name, role }) => (
          <li key={name} className="pl-5 border-l-2 border-gold">
            <figure>
              <blockquote className="font-serif text-lg leading-snug">“{quote}”</blockquote>
              <figcaption className="mt-3 text-sm">
                <span className="font-semibold">{name}</span>
                <span className="block text-muted">{role}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}
