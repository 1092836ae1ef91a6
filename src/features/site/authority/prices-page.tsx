import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { TitledPage } from '#ui/layout.tsx'
import { Price } from '#ui/price.tsx'
import { Table } from '#ui/table.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { Chapter, Explained, Points } from './chapter.tsx'
import { listingGives, needed, optional, type PricedRow, prices } from './prices.ts'

export const page = definePage<null>({
  Component: PricesPage,
  meta: () => ({ title: prices.title, description: prices.lead, canonical: href('prices') }),
})

function PricesPage() {
  const { vat, accreditAfter } = useBrand()
  const rows = needed.map((row) => (row.id === 'listing' ? { ...row, gives: listingGives(accreditAfter) } : row))
  const { terms, notForSale, asked, notFor } = prices
  return (
    <TitledPage lead={prices.lead} title={prices.title}>
      <div className="mt-10 lg:mt-14">
        <Chapter id="needed" title={prices.needed.title} text={prices.needed.text}>
          <Prices caption="Prices of an accreditation" rows={rows} />
          <p className="mt-4 font-semibold">{vat}</p>
          <p className="mt-4">
            <a href={href('afterTheEvent')}>{prices.example}</a>
          </p>
        </Chapter>
        <Chapter id="optional" title={prices.optional.title} text={prices.optional.text}>
          <Prices caption="Prices of what is optional" rows={optional} />
          <p className="mt-4 text-muted">{prices.levels}</p>
        </Chapter>
        <Chapter id="terms" title={terms.title}>
          <Explained items={terms.items} />
        </Chapter>
        <Chapter id="not-for-sale" title={notForSale.title} text={notForSale.text}>
          <Points items={notForSale.items} />
        </Chapter>
        <Chapter id="asked" title={asked.title}>
          <Explained items={asked.items} />
          <p className="mt-6">
            <a href={`${href('about')}#standards`}>{asked.standards}</a>
          </p>
        </Chapter>
        <Chapter id="not-for" title={notFor.title}>
          <Points items={notFor.items} />
          <ButtonLink href={href('apply')} className="mt-8">
            {prices.apply}
          </ButtonLink>
        </Chapter>
      </div>
    </TitledPage>
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
