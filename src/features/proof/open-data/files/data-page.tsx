import { figure } from '#domain/figures.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { TitledPage, TitledSection } from '#ui/layout.tsx'
import { Table } from '#ui/table.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import {
  type DataFormat,
  type DatasetId,
  dataFormatNames,
  dataFormats,
  datasetIds,
  datasets,
  keptDays,
} from './datasets.ts'
import type { DataFile, data } from './server/load-data-file.ts'

const lead = 'The whole register and the National Events Database as files, new every day.'

export const page = definePage<PageData<typeof data>>(DataPage, {
  title: 'Open data',
  description: lead,
  canonical: href('data'),
})

function DataPage({ data: { newest, days } }: { data: PageData<typeof data> }) {
  const brand = useBrand()
  return (
    <TitledPage lead={lead}>
      <p className="mt-6 max-w-prose">
        You can use the files under the <a href={brand.dataLicenceUrl}>{brand.dataLicence}</a>. Name the {brand.name} as
        the source. They hold what is public on this site, and no contact details. Programs that need every change at
        once use <a href={href('developers')}>the calls for developers</a>.
      </p>
      {newest.length > 0 ? (
        <Newest files={newest} />
      ) : (
        <p className="mt-6">The first files are made within a few minutes.</p>
      )}
      <Fields />
      {days.length > 1 && <History days={days} />}
    </TitledPage>
  )
}

function Newest({ files }: { files: DataFile[] }) {
  const { day, madeAt } = files[0]!
  const log = files.find((file) => file.log)?.log
  return (
    <TitledSection id="newest" title={`Files of ${londonDateOf(day)}`} className="mt-10">
      <p className="mt-2 mb-4 max-w-prose">
        Made at {londonClockOf(madeAt)}. The file at an address with a day never changes.{' '}
        <a href={filePaths.data('latest', 'register.csv')}>{filePaths.data('latest', 'register.csv')}</a> always leads
        to the newest one. <a href={filePaths.data(day, 'datapackage.json')}>datapackage.json</a> describes the files
        for programs (Frictionless Data Package), and each CSV file has a description of its own (CSVW), which it links
        to: <a href={filePaths.data(day, 'register.csv-metadata.json')}>register.csv-metadata.json</a>.
      </p>
      <Table
        caption={`Files of ${londonDateOf(day)}`}
        columns={['File', { label: 'Rows', numeric: true }, { label: 'Size', numeric: true }, 'SHA-256']}
        rows={files.map(({ name, rows, bytes, sha256 }) => ({
          key: name,
          cells: [
            <a key="file" href={filePaths.data(day, name)}>
              {labelOf(name)}
            </a>,
            figure(rows),
            <span key="size" className="whitespace-nowrap">
              {sizeWords(bytes)}
            </span>,
            <code key="sum" className="text-sm [overflow-wrap:anywhere]">
              {sha256}
            </code>,
          ],
        }))}
      />
      {log && (
        <p className="mt-4 max-w-prose">
          {log.isExact
            ? `The files of the register hold exactly the first ${figure(log.size)} changes of the `
            : `The files of the register hold at least the first ${figure(log.size)} changes of the `}
          <a href={href('log')}>public log</a>. The checkpoint is in datapackage.json.
        </p>
      )}
    </TitledSection>
  )
}

function Fields() {
  return (
    <TitledSection id="fields" title="What the files hold" className="mt-10">
      <p className="mt-2 max-w-prose">
        Text is UTF-8. In CSV an apostrophe goes before a cell that a spreadsheet would run as a formula. NDJSON has one
        JSON object on each line. New fields are added at the end.
      </p>
      {datasetIds.map((id) => (
        <Disclosure key={id} className="mt-3" summary={datasets[id].title}>
          <p className="mb-3 max-w-prose">{datasets[id].description}</p>
          <Table
            caption={`Fields: ${datasets[id].title}`}
            columns={['Field', 'Type', 'What it is']}
            rows={datasets[id].fields.map(({ name, type, description, choices }) => ({
              key: name,
              cells: [
                <code key="name">{name}</code>,
                type,
                choices ? `${description}. One of ${choices.join(', ')}` : description,
              ],
            }))}
          />
        </Disclosure>
      ))}
    </TitledSection>
  )
}

function History({ days }: { days: string[] }) {
  return (
    <TitledSection id="history" title={`The last ${keptDays} days`} className="mt-10">
      <ul className="mt-4">
        {days.map((day) => (
          <li key={day} className="mt-1">
            {londonDateOf(day)}:{' '}
            {datasetIds.flatMap((id) =>
              dataFormatNames.map((format) => (
                <span key={id + format}>
                  <a href={filePaths.data(day, `${id}.${format}`)}>{labelOf(`${id}.${format}`)}</a>,{' '}
                </span>
              )),
            )}
            <a href={filePaths.data(day, 'datapackage.json')}>description of {day}</a>
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}

function labelOf(name: string): string {
  const [id, format] = name.split('.') as [DatasetId, DataFormat]
  return `${datasets[id].title} (${dataFormats[format].label})`
}

function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
