import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Price } from '#ui/price.tsx'
import { Table } from '#ui/table.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { Chapter, ChaptersPage, Explained, Points } from './chapter.tsx'
import { asked, listingGives, needed, notFor, notForSale, optional, type PricedRow, prices, terms } from './prices.ts'

export const page = definePage<null>({
  Component: PricesPage,
  meta: () => ({ title: prices.title, description: prices.lead, canonical: href('prices') }),
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
      captionHidden
      columns={[
        { label: 'What' },
        { label: 'Price', numeric: true },
        { label: 'Term and renewal' },
        { label: 'What it gives' },
      ]}
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
