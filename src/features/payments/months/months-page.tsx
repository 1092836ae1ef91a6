import { adminHref } from '#admin-pages.ts'
import { orderLabel } from '#domain/catalogue.ts'
import { figure } from '#domain/figures.ts'
import type { Day } from '#domain/formats.ts'
import { londonDateOf, monthName } from '#domain/london-time.ts'
import { poundsAndPence as money } from '#domain/money.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters, pick } from '#ui/admin-filters.tsx'
import { CsvLink } from '#ui/admin-list.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Outcome } from '#ui/form.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { Table } from '#ui/table.tsx'
import { definePage } from '#wire/page.ts'
import { movementKinds } from '../ledger/rules.ts'
import { monthAfter, monthHref, shareWords } from './rules.ts'
import type { months } from './server.ts'

type Data = PageData<typeof months>

export const page = definePage<Data>(MonthsPage, ({ month }) => `Month’s end, ${monthName(month)}`)

function MonthsPage({ data }: { data: Data }) {
  const { month, isOver, choices, nextMonth } = data
  return (
    <>
      <div className="admin-head">
        <PageHeading
          lead={`Sums of the ledger’s movements, by the day in London on which each happened.${isOver ? '' : ' The month is not over.'}`}
        >
          {monthName(month)}
        </PageHeading>
        <CsvLink href={data.journalHref} />
      </div>
      <Outcome />
      <AdminFilters
        action={adminHref('months')}
        values={{ month }}
        clearHref={adminHref('months')}
        fields={[
          pick('month', 'Month', 'The last one', Object.fromEntries(choices.map((value) => [value, monthName(value)]))),
        ]}
      />
      <p className="mt-3 flex flex-wrap gap-3">
        <ButtonLink variant="link" href={monthHref(monthAfter(month, -1))}>
          {monthName(monthAfter(month, -1))}
        </ButtonLink>
        {nextMonth && (
          <ButtonLink variant="link" href={monthHref(nextMonth)}>
            {monthName(nextMonth)}
          </ButtonLink>
        )}
      </p>
      <div className="mt-8 flex flex-col gap-12">
        <Figures data={data} />
        <Products data={data} />
        <Payouts data={data} />
        <Delayed data={data} />
        <Deferred data={data} />
        <Cohorts data={data} />
        <p className="text-muted">
          <a href={data.xeroHref} download>
            Journal for Xero’s manual journals (CSV)
          </a>
          . We have not tried this file with Xero. Check the account codes and the names of the tax rates before you
          import it. Payouts are not in it: match them on the bank line.
        </p>
      </div>
    </>
  )
}

const numeric = (...labels: string[]) => labels.map((label) => ({ label, numeric: true }))
const dayWords = (day: Day) => londonDateOf(`${day}T12:00:00Z`)
const sumOfDeferred = ({ deferred }: Data) => deferred.reduce((sum, { netPence }) => sum + netPence, 0)

function Figures({ data }: { data: Data }) {
  const { total } = data
  const refunds = `${figure(total.refunds)} ${total.refunds === 1 ? 'refund' : 'refunds'}`
  return (
    <TitledSection id="figures" title="Figures" heading="mb-4 text-xl">
      <DescriptionList
        items={{
          'Revenue net of VAT and refunds': money(total.revenueNetPence),
          'Of this renewals, net of VAT': money(total.renewalsNetPence),
          'Refunds net of VAT': `${money(total.refundsNetPence)} (${refunds}, ${money(total.refundsGrossPence)} with VAT of ${money(total.refundsVatPence)})`,
          'Disputes, net of VAT': money(total.disputesNetPence),
          VAT: money(total.vatPence),
          'Fees of payments': money(data.feesPence),
          'Fees of disputes': money(data.disputeFeesPence),
          'Paid out to the bank': money(data.payoutsPence),
          'Other movements': data.otherPence !== 0 && money(data.otherPence),
          'Payments to check, in no other figure': data.uncheckedPence !== 0 && (
            <a href={adminHref('payments')}>{money(data.uncheckedPence)}</a>
          ),
          'Balance at the provider at the end': money(data.balancePence),
          'Deferred income at the end': money(sumOfDeferred(data)),
        }}
      />
    </TitledSection>
  )
}

function Products({ data: { products, total, month } }: { data: Data }) {
  if (products.length === 0) return null
  const cells = (row: typeof total) => [
    figure(row.payments),
    figure(row.renewals),
    money(row.revenueNetPence),
    money(row.refundsNetPence),
    money(row.disputesNetPence),
    money(row.vatPence),
  ]
  return (
    <Table
      caption={`What was sold in ${monthName(month)}, net of VAT`}
      captionShown
      columns={['Product', ...numeric('Payments', 'Renewals', 'Revenue', 'Refunds', 'Disputes', 'VAT')]}
      rows={products.map((row) => ({ key: row.product, cells: [row.label, ...cells(row)] }))}
      foot={['All', ...cells(total)]}
    />
  )
}

function Payouts({ data: { payouts } }: { data: Data }) {
  return (
    <TitledSection id="payouts" title="Payouts" heading="mb-2 text-xl">
      {payouts.length === 0 ? (
        <p className="text-muted">The provider sent no payout in this month.</p>
      ) : (
        <AdminTable
          caption="Payouts of the month, oldest first"
          columns={[
            { label: 'Sent', cell: ({ day }) => dayWords(day) },
            { label: 'Amount', numeric: true, cell: ({ pence }) => money(pence) },
            {
              label: 'Payout',
              wide: true,
              grows: true,
              cell: ({ id }) => <span className="font-mono text-sm">{id}</span>,
            },
            { label: 'Its movements', cell: (payout) => partsWords(payout) },
            {
              label: 'Bank statement',
              acts: true,
              cell: ({ id, returnedOn, seenByName, seenAt }) => {
                if (returnedOn) return <Badge tone="danger">{`Returned on ${dayWords(returnedOn)}`}</Badge>
                if (seenAt) return `Matched by ${seenByName}, ${londonDateOf(seenAt)}`
                return <PostButton command="see" fields={{ payout: id }} label="It is on the statement" of={` ${id}`} />
              },
            },
          ]}
          rows={payouts}
        />
      )}
    </TitledSection>
  )
}

function partsWords({ parts, partsPence, pence }: Data['payouts'][number]) {
  if (parts === 0) return 'Not known yet'
  const number = `${figure(parts)} ${parts === 1 ? 'movement' : 'movements'}`
  if (partsPence === pence) return `${number}, equal`
  return <Badge tone="danger">{`${number}, ${money((partsPence ?? 0) - pence)} off`}</Badge>
}

function Delayed({ data: { delayed, settling } }: { data: Data }) {
  return (
    <TitledSection id="late" title="What came late" heading="mb-2 text-xl">
      <p className="text-muted">
        Bank debits that arrived in this month, and what we learned after its end.{' '}
        <a href={adminHref('orders', { status: 'settling' })}>
          {settling === 1 ? '1 bank debit is under way now' : `${figure(settling)} bank debits are under way now`}
        </a>
        .
      </p>
      {delayed.length > 0 && (
        <AdminTable
          caption="What came late, by the day on which it happened"
          columns={[
            {
              label: 'What',
              cell: ({ kind, product, beganAt, orderId }) => {
                const words = `${beganAt ? 'Bank debit' : movementKinds[kind].words}${product && `: ${orderLabel(product)}`}`
                return orderId ? <a href={adminHref('order', { id: orderId })}>{words}</a> : words
              },
            },
            { label: 'Amount', numeric: true, cell: ({ pence }) => money(pence) },
            { label: 'Application', cell: 'reference' },
            { label: 'Organisation', grows: true, cell: 'organisationName' },
            { label: 'Begun', day: 'beganAt' },
            { label: 'Happened', numeric: true, cell: ({ happenedOn }) => dayWords(happenedOn) },
            { label: 'Learned', wide: true, time: 'toldAt' },
          ]}
          rows={delayed}
        />
      )}
    </TitledSection>
  )
}

function Deferred({ data }: { data: Data }) {
  const { deferred } = data
  return (
    <TitledSection id="deferred" title="Deferred income" heading="mb-2 text-xl">
      <p className="mb-4 text-muted max-w-prose">
        An annual listing is earned in twelve equal parts, from the month of its payment. Everything else is earned when
        it is paid. Net of VAT, less refunds and disputes.
      </p>
      {deferred.length > 0 && (
        <Table
          caption="Income of the months that have not begun"
          columns={['Month', { label: 'Earned then', numeric: true }]}
          rows={deferred.map(({ month, netPence }) => ({ key: month, cells: [monthName(month), money(netPence)] }))}
          foot={['All', money(sumOfDeferred(data))]}
        />
      )}
    </TitledSection>
  )
}

function Cohorts({ data: { cohorts } }: { data: Data }) {
  return (
    <TitledSection id="renewals" title="Renewals by month of entry" heading="mb-2 text-xl">
      <p className="mb-4 text-muted max-w-prose">
        Listings by the month of their first payment, free first years included. A listing has ended when it is not
        renewed four weeks after its first year.
      </p>
      {cohorts.length > 0 && (
        <Table
          caption="Renewals by month of entry, newest first"
          columns={['Month of entry', ...numeric('Entered', 'Came due', 'Renewed', 'Ended', 'Renewal rate', 'Churn')]}
          rows={cohorts.map(({ month, entered, due, renewed, ended }) => ({
            key: month,
            cells: [
              monthName(month),
              ...[entered, due, renewed, ended].map(figure),
              shareWords(renewed, renewed + ended),
              shareWords(ended, renewed + ended),
            ],
          }))}
        />
      )}
    </TitledSection>
  )
}
