import { londonDateOf } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import { filePaths } from '#pages.ts'
import { Table } from '#ui/table.tsx'
import { documentNames, documentVat } from './rules.ts'
import type { ListedDocument } from './server/queries.ts'

/** For those who may open them: the applicant's own browser, and people with the permission for money. */
export function DocumentTable({ documents }: { documents: readonly ListedDocument[] }) {
  return (
    <Table
      caption="Invoices and credit notes"
      captionShown
      columns={['Document', 'Date', { label: 'Amount', numeric: true }]}
      rows={documents.map((document) => ({
        key: document.id,
        cells: [
          <Name key="name" document={document} />,
          londonDateOf(document.issuedAt),
          <Amount key="amount" {...document} />,
        ],
      }))}
    />
  )
}

function Name({ document: { id, kind, number, isRefundFailed } }: { document: ListedDocument }) {
  return (
    <>
      <a href={filePaths.paymentDocument(id)} rel="noreferrer">
        {documentNames[kind]} {number} (PDF)
      </a>
      {isRefundFailed && <span className="block text-sm text-muted">The refund failed</span>}
    </>
  )
}

function Amount({ kind, grossPence, ...taxed }: ListedDocument) {
  const { term, details } = documentVat(taxed)
  return (
    <>
      {`${kind === 'credit-note' ? '−' : ''}${poundsAndPence(grossPence)}`}
      <span className="block text-sm text-muted">{taxed.vatPence > 0 ? `${term} ${details}` : details}</span>
    </>
  )
}
