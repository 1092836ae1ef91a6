import { type AccreditAfter, accreditAfter } from '#domain/assurance.ts'
import { type ExtraId, extras, type PricedProduct, type ProductId, products } from '#domain/catalogue.ts'
import { pounds } from '#domain/money.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Price } from '#ui/price.tsx'
import { Table } from '#ui/table.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { Chapter, ChaptersPage, Explained, Points } from './chapter.tsx'

/** Prices are the catalogue's. */
const gives: Record<ProductId | ExtraId, string> = {
  listing: 'Your approved event gets an entry in the public register, a certificate and the verification badge.',
  award: 'An engraved trophy and a framed certificate, for events whose assessment reached the score for Gold.',
  marketing: 'A landing page, seven emails, pictures for social media and a report on bookings, set up for you.',
  ads: 'Search and social advertising, planned and run by our team.',
  featured: 'Your event is shown first in the register.',
  crest: 'The crest in every format that printers and web designers ask for.',
  review: 'Our designers look at your posters and pages, and tell you what to change.',
  advertising: 'Advertising for your event, planned and looked after by our team.',
}

/** Where it takes more than a payment to be accredited. */
function listingGives(after: AccreditAfter): string {
  if (after === 'listing') return gives.listing
  return `Your approved event gets an entry in the public register. It is accredited, with a certificate and the verification badge, ${accreditAfter[after].when}.`
}

function termOf({ pence, interval }: PricedProduct): string {
  if (interval === 'year') return `For 12 months. Renews each year at ${pounds(pence)} until you cancel.`
  if (interval === 'month') return `For one month. Renews each month at ${pounds(pence)} until you cancel.`
  return 'Paid once. Nothing renews.'
}

type PricedRow = { id: string; label: string; pence: number; per: string; term: string; gives: string }

const rowOf = ([id, sold]: [string, PricedProduct]): PricedRow => ({
  id,
  label: sold.label,
  pence: sold.pence,
  per: sold.interval ? `a ${sold.interval}` : '',
  term: termOf(sold),
  gives: gives[id as ProductId | ExtraId],
})

const { listing, ...later } = products
const needed: PricedRow[] = [
  {
    id: 'application',
    label: 'Application and review',
    pence: 0,
    per: '',
    term: 'Free, whatever we decide.',
    gives: 'We check your organisation and your application, and tell you the decision with its reasons.',
  },
  {
    id: 'assessment',
    label: 'Assessment',
    pence: 0,
    per: '',
    term: 'Free, whatever we decide.',
    gives: 'We check your documents against the criteria. The register then shows what was checked.',
  },
  rowOf(['listing', listing]),
]
const optional: PricedRow[] = [...Object.entries(later), ...Object.entries(extras)].map(rowOf)

const prices = {
  title: 'Prices and terms',
  lead: `Applying is free. An approved event pays ${pounds(listing.pence)} a year for its entry in the register. Everything else is optional.`,
}

const terms = [
  {
    title: 'When you pay',
    text: 'Only after your application is approved. You pay by card or bank debit on the pages of our payment provider, Stripe. We never see your card number.',
  },
  {
    title: 'Renewal',
    text: 'The annual listing renews by itself. We email you 30 days and 7 days before. The email has the date and the amount. 60 days before, we ask you to confirm the facts of your entry.',
  },
  {
    title: 'Stopping',
    text: 'End a listing whenever you like with one button on the page of your entry, or with Manage Billing. It runs to the end of the year you have paid for. A monthly service is ended in the same way and runs to the end of its month.',
  },
  {
    title: 'If you change your mind',
    text: 'Cancel the listing in the 14 days after you first pay, and we refund all of it. In the 14 days after each renewal we refund it less the days since you paid. Cancel a monthly service in the 14 days after you first pay, and we refund the first month. If you ask us to start now, we keep the days since you paid. A month that has renewed is not refunded. Refunds are made within 14 days. This is so for everyone, whether you buy as a private person or as a business.',
  },
  {
    title: 'If we cannot publish your entry',
    text: 'If your entry is still not published 30 days after you paid, because we could not confirm who applied, we end the listing and pay back all of it.',
  },
  {
    title: 'If your event loses its accreditation',
    text: 'The listing year goes on. You can appeal within 30 days. We sell you nothing more while an entry is suspended or revoked: if it still is 3 days before the listing renews, it does not renew.',
  },
  {
    title: 'Promotion codes',
    text: `LAUNCH100 makes the first year of the listing free, once for each organisation. The listing then renews at ${pounds(listing.pence)} a year.`,
  },
]

const notForSale = [
  'A decision on an application',
  'The result of an assessment, or any level of assurance',
  'A faster decision or a place further up the queue',
  'A change to an entry’s history',
  'An award in the awards programme',
]

const asked = [
  {
    title: 'To apply: about 15 minutes',
    text: 'Your organisation’s name and company number if it has one, a contact, and the event’s date, place, type and number of visitors. You can save the form and finish it later.',
  },
  {
    title: 'To confirm who you are: a minute',
    text: 'We email you a link. Open it and press the button to confirm your address.',
  },
  {
    title: 'To be assessed: the documents you plan with',
    text: 'Such as your risk assessment, insurance certificate and safeguarding policy. A small event needs fewer than a large one. You upload them, and see whether we accepted each one.',
  },
  {
    title: 'A call: 15 minutes',
    text: 'You can book a call with an assessor and ask what you like.',
  },
]

const notFor = [
  'Events outside the United Kingdom',
  'Events that are over',
  'Private parties that no one buys a ticket for',
  'Organisers who need a licence or permission by law: that comes from the council, and we cannot replace it',
  'Anyone who wants a badge without being checked',
]

export const page = definePage<null>(PricesPage, {
  title: prices.title,
  description: prices.lead,
  canonical: href('prices'),
})

function PricesPage() {
  const { vat, accreditAfter } = useBrand()
  const rows = needed.map((row) => (row.id === 'listing' ? { ...row, gives: listingGives(accreditAfter) } : row))
  return (
    <ChaptersPage {...prices}>
      <Chapter id="needed" title="What accreditation costs" text="These are the only things you need.">
        <Prices caption="Prices of an accreditation" rows={rows} />
        <p className="mt-4 font-semibold">{vat}</p>
        <p className="mt-4">
          <a href={href('afterTheEvent')}>What a village fete pays in two years</a>
        </p>
      </Chapter>
      <Chapter
        id="optional"
        title="What you can add"
        text="None of these changes a decision, an assessment or your place in the queue. You can say no to each and still be accredited."
      >
        <Prices caption="Prices of what is optional" rows={optional} />
        <p className="mt-4 text-muted">
          The five recognition levels that you can choose when you book a call tell us what interests you. Choosing one
          orders nothing and costs nothing.
        </p>
      </Chapter>
      <Chapter id="terms" title="Terms">
        <Explained items={terms} />
      </Chapter>
      <Chapter
        id="not-for-sale"
        title="What is not for sale"
        text="People who decide on applications do not see what applicants have bought."
      >
        <Points items={notForSale} />
      </Chapter>
      <Chapter id="asked" title="What we ask for">
        <Explained items={asked} />
        <p className="mt-6">
          <a href={`${href('about')}#standards`}>See every document we ask for</a>
        </p>
      </Chapter>
      <Chapter id="not-for" title="Who the scheme is not for">
        <Points items={notFor} />
        <ButtonLink href={href('apply')} className="mt-8">
          Apply for accreditation
        </ButtonLink>
      </Chapter>
    </ChaptersPage>
  )
}

function Prices({ caption, rows }: { caption: string; rows: readonly PricedRow[] }) {
  return (
    <Table
      caption={caption}
      columns={['What', { label: 'Price', numeric: true }, 'Term and renewal', 'What it gives']}
      rows={rows.map(({ id, label, pence, per, term, gives }) => ({
        key: id,
        cells: [
          label,
          pence ? <Price key="price" pence={pence} per={per} className="whitespace-nowrap" /> : 'Free',
          term,
          gives,
        ],
      }))}
    />
  )
}
