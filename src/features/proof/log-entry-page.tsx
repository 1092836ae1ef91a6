import { figure } from '#domain/figures.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import { registerStatuses } from '#domain/register-status.ts'
import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { Container } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Prose } from '#ui/prose.tsx'
import { Table } from '#ui/table.tsx'
import { leafChanges } from '#wire/leaf.ts'
import { definePage } from '#wire/page.ts'
import { content } from './content.ts'
import { NoSuchEntry } from './no-such-entry.tsx'
import { ProofCheck } from './proof-check.tsx'
import type { logEntry } from './server/log.ts'

type LogEntryData = PageData<typeof logEntry>
type FoundEntry = Extract<LogEntryData, { kind: 'found' }>

export const page = definePage<LogEntryData>({
  Component: ({ data }) =>
    data.kind === 'found' ? <Proof data={data} /> : <NoSuchEntry heading="Not in the public log" />,
  meta: (data) =>
    data.kind === 'found'
      ? {
          title: `Proof of ${data.number}`,
          description: `What the public log says of ${data.number}, and the proof that it is there.`,
          canonical: href('logEntry', { number: data.number }),
        }
      : { title: 'Not in the public log' },
})

function Proof({ data: { number, slug, title, key, proof, changes } }: { data: FoundEntry }) {
  return (
    <Container className="py-10 lg:py-14">
      <PageHeading
        eyebrow="Public log"
        lead={
          <>
            What the <a href={href('log')}>public log</a> says of <a href={href('event', { slug })}>{title}</a>, and the
            proof that it is there.
          </>
        }
      >
        <span className="figures">{number}</span>
      </PageHeading>
      {typeof proof === 'string' || key === null ? (
        <p className="mt-8">
          {proof === 'broken'
            ? 'The proof cannot be made: the log does not hold what it should. Please tell us.'
            : 'The last change of this entry is being signed. Please load this page again in a moment.'}
        </p>
      ) : (
        <section aria-labelledby="check" className="mt-8">
          <h2 id="check">Prove it</h2>
          <ProofCheck number={number} proof={proof} trustedKey={key} />
        </section>
      )}
      <section aria-labelledby="changes" className="mt-10">
        <h2 id="changes">Every change of this entry</h2>
        <p className="mt-2 mb-4 max-w-prose">{content.recent.text}</p>
        <Table
          caption="Changes of this entry in the public log"
          captionHidden
          columns={[
            { label: 'Entry of the log' },
            { label: 'Change' },
            { label: 'Status recorded' },
            { label: 'When' },
          ]}
          rows={changes.map(({ index, change, status, at }) => ({
            key: `${index} ${at} ${change}`,
            cells: [
              index === null ? 'Being signed' : figure(index + 1),
              leafChanges[change],
              registerStatuses[status].label,
              `${londonDateOf(at)}, ${londonClockOf(at)}`,
            ],
          }))}
        />
      </section>
      {typeof proof !== 'string' && (
        <Disclosure className="mt-10" summary="The proof itself">
          <Prose className="mt-4">
            <p>
              This is all that a program needs. The same as a file:{' '}
              <a href={filePaths.log(`proof/${number}.json`)}>{number}.json</a>.
            </p>
            <p>The entry of the log, whose SHA-256 with a zero byte before it is the leaf:</p>
            <pre className="whitespace-pre-wrap break-all">
              <code>{atob(proof.leaf)}</code>
            </pre>
            <p>
              It is entry {figure(proof.index + 1)}. {proof.proof.length} hashes lead from it to the root:
            </p>
            <pre className="whitespace-pre-wrap break-all">
              <code>{proof.proof.join('\n')}</code>
            </pre>
            <p>The checkpoint that we signed:</p>
            <pre className="whitespace-pre-wrap break-all">
              <code>{proof.checkpoint}</code>
            </pre>
          </Prose>
        </Disclosure>
      )}
    </Container>
  )
}
