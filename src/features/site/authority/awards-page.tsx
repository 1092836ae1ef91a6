import type { ShownClaim } from '#domain/claims.ts'
import { SampleNote } from '#features/claims/sample-note.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TitledPage, TitledSection } from '#ui/layout.tsx'
import { Table } from '#ui/table.tsx'
import { definePage } from '#wire/page.ts'
import { Chapter, NumberedSteps, Points } from './chapter.tsx'
import type { awards as served } from './server.ts'

type Data = PageData<typeof served>

const title = 'Awards Programme'
const lead = 'Our annual awards for accredited events that did more than meet the criteria.'

const categories = [
  {
    title: 'Outstanding Event Excellence',
    text: 'For the best planned, staffed and delivered event of the year.',
    criteria: [
      'Minimum 95% attendee satisfaction',
      'Delivery to plan, on time and within budget',
      'New ideas that other events can learn from',
    ],
  },
  {
    title: 'Sustainability Leadership',
    text: 'For an event that did most to reduce its effect on the environment.',
    criteria: [
      'Measured waste, travel and energy',
      'Suppliers chosen for their environmental record',
      'Results published for others to check',
    ],
  },
  {
    title: 'Community Impact Award',
    text: 'For an event that made a lasting difference to its community.',
    criteria: [
      'Local people as leaders, staff and visitors',
      'Open to people who are often left out',
      'Benefits that lasted after the event',
    ],
  },
]

const criteria = [
  { title: 'Innovation', share: '25%', text: 'New ideas that worked.' },
  { title: 'Execution', share: '25%', text: 'Planning, safety and delivery.' },
  { title: 'Satisfaction', share: '25%', text: 'What attendees and staff said afterwards.' },
  { title: 'Impact', share: '25%', text: 'What the event changed, and who benefited.' },
]

const steps = [
  { title: 'Submissions open', text: 'Every January, for events that took place within the past 12 months.' },
  {
    title: 'Eligibility check',
    text: 'We check that the accreditation is current and that documents support your figures.',
  },
  { title: 'Judging', text: 'Judges with no interest in an entry score it separately, then compare their scores.' },
  { title: 'Announcement', text: 'Winners are told first, then published here and to the press.' },
]

const eligible = ['Events with a current accreditation', 'Events that operated within the past 12 months']

const benefits = [
  'The winner’s badge for a year',
  'An engraved award',
  'The award shown on your register entry',
  'Your event named in the press release and media assets',
]

export const page = definePage<Data>(AwardsPage, { title, description: lead, canonical: href('awards') })

function AwardsPage({ data }: { data: Data }) {
  return (
    <TitledPage lead={lead}>
      <TitledSection id="categories" title="Award categories" className="py-10 lg:py-14">
        <ul className="cards mt-6">
          {categories.map(({ title, text, criteria }) => (
            <Card key={title} as="li" className="border-t-3 border-t-gold">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 mb-5 text-muted">{text}</p>
              <Points items={criteria} />
            </Card>
          ))}
        </ul>
      </TitledSection>
      <Chapter
        id="judging"
        title="Judging criteria"
        text="There are four criteria. Each counts for 25% of the score."
        wide
      >
        <dl className="grid grid-cols-2 lg:grid-cols-4 gap-x-6 gap-y-10">
          {criteria.map(({ title, share, text }) => (
            <div key={title} className="pl-5 border-l border-gold">
              <dt>{title}</dt>
              <dd className="font-serif text-3xl leading-none figures mt-2">{share}</dd>
              <dd className="mt-2 text-sm text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </Chapter>
      <Chapter id="process" title="Awards process" wide>
        <NumberedSteps steps={steps} />
      </Chapter>
      <div className="grid gap-x-12 gap-y-10 py-10 lg:py-14 border-t border-border lg:grid-cols-2">
        <TitledSection id="eligibility" title="Who may enter" heading="mb-4">
          <Points items={eligible} />
          <ButtonLink href={href('apply')} className="mt-8">
            Apply for accreditation
          </ButtonLink>
        </TitledSection>
        <TitledSection id="benefits" title="Winner benefits" heading="mb-4">
          <Points items={benefits} />
        </TitledSection>
      </div>
      <Winners claims={data.winners} />
    </TitledPage>
  )
}

/** Who has won is in the database (src/features/claims/). */
function Winners({ claims }: { claims: readonly ShownClaim[] }) {
  const years = [...new Set(claims.map(({ value = '' }) => value))].sort().reverse()
  return years.map((year) => (
    <Chapter key={year} id={`winners-${year}`} title={`${year} winners`} wide>
      <Table
        caption={`Winners by award, ${year}`}
        columns={['Award', 'Event', 'Organiser']}
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
