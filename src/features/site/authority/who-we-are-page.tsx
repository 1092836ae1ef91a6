import { SampleNote } from '#features/claims/sample-note.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { DescriptionList } from '#ui/description-list.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { Chapter, ChaptersPage, Explained, Points } from './chapter.tsx'
import type { whoWeAre as served } from './server.ts'

type Data = PageData<typeof served>

const title = 'Who we are'
const lead = 'Who runs the scheme, who decides, and what to do when you disagree.'

const decisions = [
  'One member of staff decides whether an application is eligible, and records why.',
  'An assessment is proposed by one assessor and decided by a second, or by a panel of three.',
  'People must declare any interest in an organisation, and then take no part in its decision.',
  'People who decide do not see what an applicant has bought.',
  'Every decision is recorded with its date and reasons. Records are never changed.',
]

const disagree = [
  {
    title: 'Appeal',
    text: 'An applicant can appeal within 30 days. Someone who had no part in the decision looks at it again.',
  },
  {
    title: 'Complain',
    text: 'Anyone can complain about how we worked.',
    link: { page: 'complaints', label: 'Make a complaint' },
  },
  {
    title: 'Ask',
    text: 'If something is unclear, ask us first. It is often the quickest way.',
    link: { page: 'contact', label: 'Contact us' },
  },
] as const

const limits = [
  'It is not a licence, and does not replace any permission that you need by law.',
  'It does not promise that nothing will go wrong at an event.',
  'It says what was checked, how far and on which day. The register entry shows this.',
  'We are a private company. We are not a public authority, and not the national accreditation body.',
]

export const page = definePage<Data>(WhoWeArePage, { title, description: lead, canonical: href('whoWeAre') })

function WhoWeArePage({ data: { people } }: { data: Data }) {
  const brand = useBrand()
  return (
    <ChaptersPage lead={lead} title={title}>
      <Chapter id="people" title="People">
        <People people={people} />
      </Chapter>
      <Chapter id="company" title="The company">
        <DescriptionList
          items={{
            Name: brand.name,
            'Company number': brand.companyNumber,
            'Registered office': brand.registeredOffice || brand.address.join(', '),
            Registration: brand.registration,
            VAT: brand.vat,
            Contact: <a href={`mailto:${brand.email}`}>{brand.email}</a>,
          }}
        />
      </Chapter>
      <Chapter id="governance" title="How decisions are made">
        <Points items={decisions} />
        <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
          <a href={`${href('about')}#standards`}>What we check</a>
          <a href={href('prices')}>Prices and terms</a>
        </p>
      </Chapter>
      <Chapter id="disagree" title="If you disagree">
        <Explained items={disagree} />
      </Chapter>
      <Chapter id="limits" title="What an accreditation does not say">
        <Points items={limits} />
      </Chapter>
    </ChaptersPage>
  )
}

/** They are in the database (src/features/claims/). */
function People({ people }: Data) {
  if (people.length === 0) return <p>Write to us to ask who is responsible for what.</p>
  return (
    <>
      <dl className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {people.map(({ name, role, quote }) => (
          <div key={name}>
            <dt className="font-serif text-lg">{name}</dt>
            <dd>{role}</dd>
            <dd className="mt-1 text-muted">{quote}</dd>
          </div>
        ))}
      </dl>
      <SampleNote claims={people} className="mt-6">
        invented people
      </SampleNote>
    </>
  )
}
