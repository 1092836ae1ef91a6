import { useState } from 'react'
import { statusWords } from '#domain/assurance.ts'
import { figure } from '#domain/figures.ts'
import { londonMomentOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TitledPage, TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Table } from '#ui/table.tsx'
import { Prose, TextList } from '#ui/text.tsx'
import type { EntryProof } from '#wire/entry-proof.ts'
import { leafChanges } from '#wire/leaf.ts'
import { definePage } from '#wire/page.ts'
import type { ProofResult } from './check-in-browser.ts'
import { content } from './content.ts'
import { NoSuchEntry } from './no-such-entry.tsx'
import type { logEntry } from './server/log.ts'

type LogEntryData = PageData<typeof logEntry>

export const page = definePage<LogEntryData>(
  ({ data }) => (data.kind === 'found' ? <Proof data={data} /> : <NoSuchEntry heading="Not in the public log" />),
  (data) =>
    data.kind === 'found'
      ? {
          title: `Proof of ${data.number}`,
          description: `What the public log says of ${data.number}, and the proof that it is there.`,
          canonical: href('logEntry', { number: data.number }),
        }
      : { title: 'Not in the public log' },
)

function Proof({ data }: { data: Extract<LogEntryData, { kind: 'found' }> }) {
  const { number, slug, title, key, proof, changes } = data
  return (
    <TitledPage
      eyebrow="Public log"
      title={<span className="figures">{number}</span>}
      lead={
        <>
          What the <a href={href('log')}>public log</a> says of <a href={href('event', { slug })}>{title}</a>, and the
          proof that it is there.
        </>
      }
    >
      {typeof proof === 'string' || key === null ? (
        <p className="mt-8">
          {proof === 'broken'
            ? 'The proof cannot be made: the log does not hold what it should. Please tell us.'
            : 'The last change of this entry is being signed. Please load this page again in a moment.'}
        </p>
      ) : (
        <TitledSection id="check" title="Prove it" className="mt-8">
          <ProofCheck number={number} proof={proof} trustedKey={key} />
        </TitledSection>
      )}
      <TitledSection id="changes" title="Every change of this entry" className="mt-10">
        <p className="mt-2 mb-4 max-w-prose">{content.recent}</p>
        <Table
          caption="Changes of this entry in the public log"
          columns={['Entry of the log', 'Change', 'Status recorded', 'When']}
          rows={changes.map(({ index, change, at, ...entry }) => ({
            key: `${index} ${at} ${change}`,
            cells: [
              index === null ? 'Being signed' : figure(index + 1),
              leafChanges[change],
              statusWords(entry),
              londonMomentOf(at),
            ],
          }))}
        />
      </TitledSection>
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
    </TitledPage>
  )
}

/** What checks is loaded when it is asked for. */
function ProofCheck({ number, proof, trustedKey }: { number: string; proof: EntryProof; trustedKey: string }) {
  const [state, setState] = useState<'idle' | 'checking' | 'failed' | ProofResult>('idle')
  const check = async () => {
    setState('checking')
    try {
      const { checkInBrowser } = await import('./check-in-browser.ts')
      const read = (path: string) => fetch(filePaths.log(path), { cache: 'no-cache' })
      setState(await checkInBrowser({ number, proof, key: trustedKey, read }))
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <p className="mt-2 max-w-prose">
        You can check that this entry is in the log and was not changed afterwards. Your browser calculates the hashes
        from this entry up to the root that we signed, checks our signature and those of the witnesses that have seen
        the log, and compares it with the one that it saw last. It trusts nothing on this page except our key and our
        list of witnesses.
      </p>
      <Button className="mt-4 no-print" busy={state === 'checking'} busyText="Checking…" onClick={() => void check()}>
        Check it in this browser
      </Button>
      <noscript>
        <p className="mt-4 max-w-prose">
          This check needs JavaScript. Without it, use the command that <a href={href('log')}>the page of the log</a>{' '}
          names.
        </p>
      </noscript>
      <div role="status" className="mt-4">
        {typeof state === 'object' && <Result checked={state} />}
        {state === 'failed' && (
          <Notice tone="warning" title="It could not be checked.">
            <p>The files of the log could not be read. Please try again.</p>
          </Notice>
        )}
      </div>
    </>
  )
}

const verdicts = {
  proven: { tone: 'success', title: 'It is in the log.' },
  'in-part': { tone: 'info', title: 'It is in the log, as far as this browser can tell.' },
  wrong: { tone: 'danger', title: 'The proof is wrong.' },
  unable: { tone: 'warning', title: 'This browser cannot check it.' },
} as const

function Result({ checked: { verdict, found, means } }: { checked: ProofResult }) {
  const { tone, title } = verdicts[verdict]
  return (
    <Notice tone={tone} title={title}>
      <TextList items={found} className="prose" />
      {means.map((sentence) => (
        <p key={sentence} className="mt-2">
          {sentence}
        </p>
      ))}
      <p className="mt-2">
        <a href={href('log')}>How the log works, and how to watch it yourself</a>
      </p>
    </Notice>
  )
}
