import { products } from '#domain/catalogue.ts'
import { pounds } from '#domain/money.ts'
import { href } from '#pages.ts'
import { Table } from '#ui/table.tsx'
import { useBrand, useVatWords } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { Chapter, ChaptersPage, Explained } from './chapter.tsx'

const { pence } = products.listing
const year = pounds(pence)
const twoYears = pounds(2 * pence)

const title = 'After the event'
const lead = 'What happens to an entry when its event is over, when you stop paying, and in the second year.'

const fete = [
  ['First year: apply and be assessed', 'Free', 'May 2027'],
  ['First year: the annual listing, once approved', year, 'May 2027'],
  ['The fete', 'Nothing', 'Saturday 10 July 2027'],
  ['Second year: the listing renews', year, 'May 2028'],
  ['Second year: the fete’s new date, decided and assessed again', 'Free', 'any time before the fete'],
] as const

const happens = [
  {
    title: 'When the event is over',
    text: 'The entry stays until the end of the year that is paid for. Its page says “The event is over”, until when the entry is valid and what was checked. The event leaves the list of upcoming events.',
  },
  {
    title: 'When you stop paying',
    text: 'End the listing on the page of your entry with one button. Nothing more is charged, and the entry stays until the end of the year that you have paid for. Then the register shows it as lapsed: it is no longer accredited, and the certificate and the badge say so.',
  },
  {
    title: 'If you change your mind',
    text: 'In the 14 days after you first pay, cancel and we refund all of it. In the 14 days after a renewal, we refund it less the days since you paid. The entry then ends at once.',
  },
  {
    title: 'If a renewal is not paid',
    text: 'We email you and try again for about three weeks. Then the entry lapses. You can renew it for 60 days after that, without a new application. Later you can only renew an entry whose event is still to come.',
  },
  {
    title: 'The entry is not deleted',
    text: 'Its page and its number stay, so that people who hold an old certificate can check it. The public log keeps each change.',
  },
]

const second = [
  {
    title: 'The same event, a year later',
    text: 'Once the event is over, enter its next edition on the page of your entry. A reviewer accepts or refuses the new date. The entry keeps its number and names its earlier editions, and the event is assessed again for the new date: documents that have expired have to be sent again.',
  },
  {
    title: 'Confirm the facts',
    text: '60 days before the listing renews we ask you to confirm the date, your contacts and your company, on one page that is filled in already. Without this the register shows no more than “declared, no documents checked”, or the listing does not renew: the email says which.',
  },
  {
    title: 'If nothing is planned',
    text: 'The listing renews by itself also when the event is over. We email you 30 days and 7 days before. If there is no next event, end the listing before that day.',
  },
  {
    title: 'After a year without it',
    text: 'You cannot renew the listing of a past event. Apply again when the next date is known: applying is free.',
  },
]

export const page = definePage<null>(AfterTheEventPage, { title, description: lead, canonical: href('afterTheEvent') })

function AfterTheEventPage() {
  const { vat } = useBrand()
  const included = useVatWords(pence)
  return (
    <ChaptersPage lead={lead} title={title}>
      <Chapter
        id="fete"
        title="What a village fete pays in two years"
        text={`${twoYears} for two years, and ${year} if the committee cancels in the first.`}
      >
        <Table
          caption="A village fete, from its application to the second year"
          columns={['What', { label: 'Price', numeric: true }, 'For example']}
          rows={fete.map(([what, price, when]) => ({ key: what, cells: [what, price, when] }))}
          foot={['Both years', twoYears, '']}
        />
        <p className="mt-4">
          {vat} {included && `A year is ${year}, ${included}. `}With the code LAUNCH100 the first year is free, so two
          years cost {year}. Everything else that we sell is optional. See <a href={href('prices')}>prices and terms</a>
          .
        </p>
      </Chapter>
      <Chapter id="over" title="After the event, and after stopping">
        <Explained items={happens} />
      </Chapter>
      <Chapter id="second-year" title="The second year">
        <Explained items={second} />
        <p className="mt-6">
          The page of your entry is under <a href={href('myApplications')}>My applications</a>.
        </p>
      </Chapter>
    </ChaptersPage>
  )
}
