import { figure } from '#domain/figures.ts'
import { londonDateOf, londonMomentOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { DescriptionList } from '#ui/description-list.tsx'
import { TitledPage, TitledSection } from '#ui/layout.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Table } from '#ui/table.tsx'
import { Prose, TextList } from '#ui/text.tsx'
import { type LeafChange, leafChangeNames, leafChanges } from '#wire/leaf.ts'
import { definePage } from '#wire/page.ts'
import { content } from './content.ts'
import type { log } from './server/log.ts'

type LogData = PageData<typeof log>

export const page = definePage<LogData>(LogPage, {
  title: content.title,
  description: content.lead,
  canonical: href('log'),
})

function LogPage({ data }: { data: LogData }) {
  const { what, proves, check, watch, ended } = content
  return (
    <TitledPage lead={content.lead}>
      <TitledSection id="now" title="The log now" className="mt-10" heading="mb-4">
        <Now data={data} />
      </TitledSection>
      <Witnesses status={data.witnesses} />
      {data.totals.length > 0 && <ByKind totals={data.totals} />}
      <Changes data={data} />
      <Prose className="mt-10">
        <h2>What it is</h2>
        {what.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <h2>What it proves, and what it does not</h2>
        <p>It proves:</p>
        <TextList items={proves.yes} />
        <p>It does not prove:</p>
        <TextList items={proves.no} />
      </Prose>
      <Prose className="mt-10">
        <h2>How to check</h2>
        <p>
          {check.inBrowser} <a href={href('listings')}>Choose an entry in the register</a>
        </p>
        <p>{check.command}</p>
        <pre className="whitespace-pre-wrap [overflow-wrap:anywhere]">
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
        <h2>How to keep an eye on it</h2>
        <p>{watch}</p>
        <p>
          <HelpLink />
        </p>
        {data.ended.length > 0 && (
          <>
            <h2>Earlier logs</h2>
            <p>{ended}</p>
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

function Witnesses({ status }: { status: LogData['witnesses'] }) {
  const { none, text, enough } = content.witnesses
  const never = 'None yet'
  return (
    <TitledSection id="witnesses" title="Witnesses" className="mt-10">
      {status ? (
        <>
          <p className="mt-2 mb-4 max-w-prose">
            {text(status.needed)}{' '}
            {status.witnessed
              ? enough(figure(status.witnessed.size), londonMomentOf(status.witnessed.at))
              : 'Too few of them have seen the log so far.'}{' '}
            <HelpLink />
          </p>
          <Table
            caption="What each witness of the log has seen"
            columns={['Witness', { label: 'Entries seen', numeric: true }, 'When', 'State']}
            rows={status.witnesses.map(({ name, size, cosignedAt, silentSince, problem }) => ({
              key: name,
              cells: [
                name,
                size === null ? never : figure(size),
                cosignedAt ? londonMomentOf(cosignedAt) : never,
                silentSince
                  ? `Silent since ${londonMomentOf(silentSince)}${problem ? `: ${problem}` : ''}`
                  : 'Has seen the newest',
              ],
            }))}
          />
        </>
      ) : (
        <p className="mt-2 max-w-prose">
          {none} <HelpLink />
        </p>
      )}
    </TitledSection>
  )
}

function HelpLink() {
  return <a href={href('logWatch')}>Run a witness or a mirror of the log</a>
}

const shownYears = 5

function ByKind({ totals }: Pick<LogData, 'totals'>) {
  const years = [...new Set(totals.map(({ year }) => year))].slice(0, shownYears)
  const changes = leafChangeNames.filter((change) => totals.some((total) => total.change === change))
  const totalOf = (change: LeafChange, year: number) =>
    totals.find((total) => total.change === change && total.year === year)
  const ended = totals.filter(
    ({ change, year }) => years.includes(year) && (change === 'revoked' || change === 'suspended'),
  )
  return (
    <TitledSection id="kinds" title="Changes by kind and year" className="mt-10">
      {ended.length > 0 && (
        <ul className="mt-2 mb-4">
          {ended.map(({ change, year, changes, reinstated }) => (
            <li key={`${change} ${year}`}>
              {`${leafChanges[change]} in ${year}: ${figure(changes)}, of which reinstated: ${figure(reinstated)}`}
            </li>
          ))}
        </ul>
      )}
      <Table
        caption="How many changes of each kind the log holds, by the year of the change"
        columns={['Change', ...years.map((year) => ({ label: String(year), numeric: true }))]}
        rows={changes.map((change) => ({
          key: change,
          cells: [
            <a key="all" href={href('log', { change })}>
              {leafChanges[change]}
            </a>,
            ...years.map((year) => {
              const total = totalOf(change, year)
              return total ? (
                <a key={year} href={href('log', { change, year })}>
                  {figure(total.changes)}
                </a>
              ) : (
                '0'
              )
            }),
          ],
        }))}
      />
    </TitledSection>
  )
}

function Changes({ data: { recent, chosen, pages } }: { data: LogData }) {
  const { change, year } = chosen
  const isNarrowed = change !== null || year !== null
  const what = change ? leafChanges[change] : 'Latest changes'
  return (
    <TitledSection id="recent" title={year ? `${what} in ${year}` : what} className="mt-10">
      <p className="mt-2 mb-4 max-w-prose">{content.recent}</p>
      {isNarrowed && (
        <p className="mb-4">
          <a href={href('log')}>Show all changes</a>
        </p>
      )}
      {recent.length === 0 ? (
        <p>The log holds no such change.</p>
      ) : (
        <Table
          caption="Entries of the log, the latest first"
          columns={['Entry of the log', 'Number', 'Change', 'When']}
          rows={recent.map(({ index, number, change, at }) => ({
            key: String(index),
            cells: [
              figure(index + 1),
              <a key="number" href={href('logEntry', { number })}>
                {number}
              </a>,
              leafChanges[change],
              londonMomentOf(at),
            ],
          }))}
        />
      )}
      <Pagination pages={{ ...pages, href: (page) => href('log', { ...chosen, page: page > 1 ? page : null }) }} />
    </TitledSection>
  )
}

function Now({ data: { signed, waiting } }: { data: LogData }) {
  return (
    <>
      {signed ? (
        <DescriptionList
          items={{
            'Entries of the log': figure(signed.size),
            'Last signed': londonMomentOf(signed.signedAt),
          }}
        />
      ) : (
        <p>We have not signed anything yet. You can see the first entries here within seconds.</p>
      )}
      {waiting > 0 && (
        <p className="mt-4">
          {waiting === 1 ? 'One change is waiting to be signed.' : `${waiting} changes are waiting to be signed.`}
        </p>
      )}
    </>
  )
}
