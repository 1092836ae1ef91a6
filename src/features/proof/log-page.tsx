import { figure } from '#domain/figures.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { DescriptionList } from '#ui/description-list.tsx'
import { TitledPage, TitledSection } from '#ui/layout.tsx'
import { Prose } from '#ui/prose.tsx'
import { Table } from '#ui/table.tsx'
import { leafChanges } from '#wire/leaf.ts'
import { definePage } from '#wire/page.ts'
import { content } from './content.ts'
import type { log } from './server/log.ts'

type LogData = PageData<typeof log>

export const page = definePage<LogData>({
  Component: LogPage,
  meta: () => ({ title: content.title, description: content.lead, canonical: href('log') }),
})

function LogPage({ data }: { data: LogData }) {
  const { what, proves, recent, check, watch, ended } = content
  return (
    <TitledPage lead={content.lead} title={content.title}>
      <TitledSection id="now" title={content.now.title} className="mt-10" heading="mb-4">
        <Now data={data} />
      </TitledSection>
      <Prose className="mt-10">
        <h2>{what.title}</h2>
        {what.paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <h2>{proves.title}</h2>
        <p>It proves:</p>
        <Points items={proves.yes} />
        <p>It does not prove:</p>
        <Points items={proves.no} />
      </Prose>
      {data.recent.length > 0 && (
        <TitledSection id="recent" title={recent.title} className="mt-10">
          <p className="mt-2 mb-4 max-w-prose">{recent.text}</p>
          <Table
            caption={recent.caption}
            captionHidden
            columns={[{ label: 'Entry of the log' }, { label: 'Number' }, { label: 'Change' }, { label: 'When' }]}
            rows={data.recent.map(({ index, number, change, at }) => ({
              key: String(index),
              cells: [
                figure(index + 1),
                <a key="number" href={href('logEntry', { number })}>
                  {number}
                </a>,
                leafChanges[change],
                moment(at),
              ],
            }))}
          />
        </TitledSection>
      )}
      <Prose className="mt-10">
        <h2>{check.title}</h2>
        <p>
          {check.inBrowser} <a href={href('listings')}>{check.choose}</a>
        </p>
        <p>{check.command}</p>
        <pre className="whitespace-pre-wrap break-all">
          <code>bun run verify-log {data.site}</code>
        </pre>
        <p>{check.clients}</p>
        <ul>
          {data.signed && (
            <>
              <li>
                name: <code className="break-all">{data.signed.origin}</code>
              </li>
              <li>
                root: <code className="break-all">{data.signed.root}</code>
              </li>
            </>
          )}
          <li>
            <a href={filePaths.log('checkpoint')}>checkpoint</a>: how many entries there are and their root, signed
          </li>
          <li>
            <a href={filePaths.log('key')}>key</a> that the signature is checked with
            {data.signed && (
              <>
                : <code className="break-all">{data.signed.key}</code>
              </>
            )}
          </li>
          <li>
            <code>tile/…</code> and <code>tile/entries/…</code>: the hashes and the entries, 256 to a file
          </li>
        </ul>
        <h2>{watch.title}</h2>
        <p>{watch.text}</p>
        {data.ended.length > 0 && (
          <>
            <h2>{ended.title}</h2>
            <p>{ended.text}</p>
            <ul>
              {data.ended.map(({ name, endedAt, endReason }) => (
                <li key={name}>
                  {name}, ended on {londonDateOf(endedAt)}: {endReason}
                </li>
              ))}
            </ul>
          </>
        )}
      </Prose>
    </TitledPage>
  )
}

function Now({ data: { signed, waiting } }: { data: LogData }) {
  return (
    <>
      {signed ? (
        <DescriptionList
          items={[
            { term: 'Entries', details: figure(signed.size) },
            { term: 'Last signed', details: moment(signed.signedAt) },
          ]}
        />
      ) : (
        <p>{content.now.none}</p>
      )}
      {waiting > 0 && <p className="mt-4">{content.now.waiting(waiting)}</p>}
    </>
  )
}

function Points({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

function moment(at: string): string {
  return `${londonDateOf(at)}, ${londonClockOf(at)}`
}
