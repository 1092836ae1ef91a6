import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { adminHref } from '#admin-pages.ts'
import { figure } from '#domain/figures.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { AdminTable } from '#ui/admin-table.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { TextInput } from '#ui/field.tsx'
import { Outcome } from '#ui/form.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Table } from '#ui/table.tsx'
import { definePage } from '#wire/page.ts'
import { isUnderWay, maxProblems, plainUploadBytes, stateWords } from './rules.ts'
import type { nationalImport } from './server.ts'
import { useUpload } from './use-upload.ts'

type Data = PageData<typeof nationalImport>
type Import = NonNullable<Data['current']>

export const page = definePage<Data>(NationalImportPage, 'National events')

function NationalImportPage({ data }: { data: Data }) {
  const { current } = data
  return (
    <>
      {current && (
        <Breadcrumb
          crumbs={[{ label: 'National events', href: adminHref('nationalImport') }, { label: current.fileName }]}
        />
      )}
      <PageHeading
        {...(current ? { className: 'mt-6' } : {})}
        lead={
          current
            ? stateWords[current.state]
            : 'Import a CSV file into the National Events Database. You see what the file contains before anything is imported.'
        }
      >
        {current ? current.fileName : 'National events'}
      </PageHeading>
      <Outcome />
      {current ? <OneImport current={current} /> : <Upload data={data} />}
    </>
  )
}

function Upload({ data: { latest } }: { data: Data }) {
  const { submit, sent, problem } = useUpload()
  return (
    <>
      <form
        method="post"
        action={adminHref('nationalImport')}
        encType="multipart/form-data"
        onSubmit={submit}
        noValidate
        className="mt-8 flex flex-col gap-6 max-w-form"
      >
        <TextInput
          type="file"
          name="file"
          label="CSV file"
          hint={`In UTF-8. The first line names the columns: title, date (YYYY-MM-DD), time (HH:MM), venue, city, category, organiser, description. At most 50 MB; without JavaScript ${Math.round(plainUploadBytes / 1024)} KB.`}
          error={problem ?? undefined}
          accept=".csv,text/csv"
        />
        {sent !== null && (
          <progress className="progress" value={sent} max={100} aria-label="Sending the file">
            {sent}%
          </progress>
        )}
        <Button className="self-start" busy={sent !== null} busyText="Sending…">
          Check the file
        </Button>
      </form>
      <Latest latest={latest} />
    </>
  )
}

function Latest({ latest }: Pick<Data, 'latest'>) {
  if (latest.length === 0) return null
  return (
    <TitledSection id="latest" title="Latest files" className="mt-12" heading="mb-3 text-xl">
      <AdminTable
        caption="Latest files and their results"
        columns={[
          { label: 'File', href: ({ id }) => adminHref('nationalImport', { import: id }), cell: 'fileName' },
          {
            label: 'State',
            cell: ({ state, summary }) =>
              summary ? `${figure(summary.added)} added, ${figure(summary.updated)} updated` : stateWords[state],
          },
          { label: 'By', grows: true, cell: 'createdByName' },
          { label: 'Sent', day: 'createdAt' },
        ]}
        rows={latest}
      />
    </TitledSection>
  )
}

function OneImport({ current }: { current: Import }) {
  const here = adminHref('nationalImport', { import: current.id })
  const [, navigate] = useLocation()
  const underWay = isUnderWay(current.state)
  // The loader waits a while itself, so each request comes after the last.
  useEffect(() => {
    if (!underWay) return
    const timer = setTimeout(() => navigate(here, { replace: true }), 300)
    return () => clearTimeout(timer)
  })
  if (underWay) return <UnderWay current={current} here={here} />
  return (
    <div className="mt-8 flex flex-col gap-8">
      {current.state === 'failed' && <Notice tone="danger" title="Nothing was imported" text={current.problem} />}
      {current.state === 'done' && current.summary && <Summary summary={current.summary} />}
      {current.state === 'checked' && current.found && <Confirm current={current} here={here} />}
      {current.found && current.found.problems.length > 0 && <Problems found={current.found} />}
      <p>
        <ButtonLink variant="quiet" href={adminHref('nationalImport')}>
          Send another file
        </ButtonLink>
      </p>
    </div>
  )
}

function UnderWay({ current, here }: { current: Import; here: string }) {
  const total = current.found?.rows ?? 0
  const words = `${figure(current.rowsRead)}${total > 0 ? ` of ${figure(total)}` : ''} rows read`
  return (
    <div className="mt-8 max-w-form">
      <p role="status" className="mb-2 figures">
        {words}
      </p>
      <progress
        className="progress"
        aria-label={stateWords[current.state]}
        max={total || 1}
        {...(total > 0 ? { value: current.rowsRead } : {})}
      >
        {words}
      </progress>
      <p className="mt-4">
        <a href={here}>Check again</a>
      </p>
    </div>
  )
}

function Confirm({ current, here }: { current: Import; here: string }) {
  const { rows, refused, ignored } = current.found!
  const good = rows - refused
  return (
    <>
      <DescriptionList
        items={{
          'Rows that can be imported': figure(good),
          'Rows that are refused': figure(refused),
          'Columns not used': ignored.join(', '),
        }}
      />
      {good > 0 ? (
        <form method="post" action={here}>
          <input type="hidden" name="intent" value="confirm" />
          <input type="hidden" name="import" value={current.id} />
          <p className="mb-4 max-w-prose text-muted">
            Events that are already in the database are updated. Refused rows are left out.
          </p>
          <Button>
            Import {figure(good)} {good === 1 ? 'row' : 'rows'}
          </Button>
        </form>
      ) : (
        <Notice tone="warning" title="No rows can be imported" />
      )}
    </>
  )
}

function Problems({ found }: { found: NonNullable<Import['found']> }) {
  return (
    <TitledSection id="refused" title="Refused rows" heading="mb-3 text-xl">
      {found.refused > maxProblems && <p className="mb-3 text-muted">The first {figure(maxProblems)} are named.</p>}
      <Table
        caption="Refused rows by line of the file"
        columns={['Line', 'Reason']}
        rows={found.problems.map(({ line, reason }) => ({ key: String(line), cells: [figure(line), reason] }))}
      />
    </TitledSection>
  )
}

function Summary({ summary }: { summary: NonNullable<Import['summary']> }) {
  return (
    <>
      <Notice tone="success" live="status" title="The file was imported" />
      <DescriptionList
        items={{
          'Rows read': figure(summary.read),
          Added: figure(summary.added),
          Updated: figure(summary.updated),
          Unchanged: figure(summary.unchanged),
          'In the file twice': figure(summary.repeated),
          Refused: figure(summary.refused),
          'Public page': <a href={href('database')}>National Events Database</a>,
        }}
      />
    </>
  )
}
