import { href } from '../../../pages.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CardGrid, Container } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Table } from '../../../ui/table.tsx'
import { definePage } from '../../../wire/page.ts'
import { Chapter, Points } from './chapter.tsx'
import { awards } from './content.ts'
import { NumberedSteps } from './numbered-steps.tsx'

export const page = definePage<null>({
  Component: AwardsPage,
  startsWhenUsed: true,
  meta: () => ({ title: awards.title, description: awards.lead, canonical: href('awards') }),
})

function AwardsPage() {
  const { categories, judging, process, eligibility, benefits, winners } = awards
  return (
    <Container className="py-10 lg:py-14">
      <PageHeading lead={awards.lead}>{awards.title}</PageHeading>
      <section aria-labelledby="categories" className="py-10 lg:py-14">
        <h2 id="categories">{categories.title}</h2>
        <CardGrid as="ul" className="mt-6">
          {categories.items.map(({ title, text, criteria }) => (
            <Card key={title} as="li" className="border-t-3 border-t-gold">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 mb-5 text-muted">{text}</p>
              <Points items={criteria} />
            </Card>
          ))}
        </CardGrid>
      </section>
      <Chapter id="judging" title={judging.title} text={judging.text}>
        <dl className="grid grid-cols-2 lg:grid-cols-4 gap-x-6 gap-y-10">
          {judging.items.map(({ title, share, text }) => (
            <div key={title} className="pl-5 border-l border-gold">
              <dt>{title}</dt>
              <dd className="font-serif text-3xl leading-none figures mt-2">{share}</dd>
              <dd className="mt-2 text-sm text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </Chapter>
      <Chapter id="process" title={process.title}>
        <NumberedSteps steps={process.steps} />
      </Chapter>
      <Chapter id="eligibility" title={eligibility.title}>
        <Points items={eligibility.items} />
        <ButtonLink href={href('apply')} className="mt-8">
          {eligibility.apply}
        </ButtonLink>
      </Chapter>
      <Chapter id="benefits" title={benefits.title}>
        <Points items={benefits.items} />
      </Chapter>
      <Chapter id="winners" title={winners.title}>
        {winners.note && <Notice className="mb-6">{winners.note}</Notice>}
        <Table
          caption={winners.caption}
          captionHidden
          columns={[{ label: 'Award' }, { label: 'Event' }, { label: 'Organiser' }, { label: 'Place' }]}
          rows={winners.items.map(({ award, event, organiser, place }) => ({
            key: award,
            cells: [award, event, organiser, place],
          }))}
        />
      </Chapter>
    </Container>
  )
}
