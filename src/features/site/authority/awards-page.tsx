import type { ShownClaim } from '#domain/claims.ts'
import { SampleNote } from '#features/claims/sample-note.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CardGrid, TitledPage, TitledSection } from '#ui/layout.tsx'
import { Table } from '#ui/table.tsx'
import { definePage } from '#wire/page.ts'
import { Chapter, Points } from './chapter.tsx'
import { awards } from './content.ts'
import { NumberedSteps } from './numbered-steps.tsx'
import type { awards as served } from './server.ts'

type Data = PageData<typeof served>

export const page = definePage<Data>({
  Component: AwardsPage,
  meta: () => ({ title: awards.title, description: awards.lead, canonical: href('awards') }),
})

function AwardsPage({ data }: { data: Data }) {
  const { categories, judging, process, eligibility, benefits } = awards
  return (
    <TitledPage lead={awards.lead} title={awards.title}>
      <TitledSection id="categories" title={categories.title} className="py-10 lg:py-14">
        <CardGrid className="mt-6">
          {categories.items.map(({ title, text, criteria }) => (
            <Card key={title} as="li" className="border-t-3 border-t-gold">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 mb-5 text-muted">{text}</p>
              <Points items={criteria} />
            </Card>
          ))}
        </CardGrid>
      </TitledSection>
      <Chapter id="judging" title={judging.title} text={judging.text} wide>
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
      <Chapter id="process" title={process.title} wide>
        <NumberedSteps steps={process.steps} />
      </Chapter>
      <div className="grid gap-x-12 gap-y-10 py-10 lg:py-14 border-t border-border lg:grid-cols-2">
        <TitledSection id="eligibility" title={eligibility.title} heading="mb-4">
          <Points items={eligibility.items} />
          <ButtonLink href={href('apply')} className="mt-8">
            {eligibility.apply}
          </ButtonLink>
        </TitledSection>
        <TitledSection id="benefits" title={benefits.title} heading="mb-4">
          <Points items={benefits.items} />
        </TitledSection>
      </div>
      <Winners claims={data.winners} />
    </TitledPage>
  )
}

function Winners({ claims }: { claims: readonly ShownClaim[] }) {
  const years = [...new Set(claims.map(({ value = '' }) => value))].sort().reverse()
  const { title, caption } = awards.winners
  return years.map((year) => (
    <Chapter key={year} id={`winners-${year}`} title={title(year)} wide>
      <Table
        caption={`${caption}, ${year}`}
        captionHidden
        columns={[{ label: 'Award' }, { label: 'Event' }, { label: 'Organiser' }]}
        rows={claims
          .filter(({ value }) => value === year)
          .map(({ label, name, role }) => ({ key: `${label} ${name}`, cells: [label, name, role] }))}
      />
      <SampleNote claims={claims} className="mt-3">
        invented winners
      </SampleNote>
    </Chapter>
  ))
}
