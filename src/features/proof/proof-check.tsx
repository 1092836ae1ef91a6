import { useState } from 'react'
import { filePaths, href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { EntryProof } from '#wire/entry-proof.ts'
import type { Checked } from './check-in-browser.ts'

type State = { kind: 'idle' } | { kind: 'checking' } | { kind: 'done'; checked: Checked } | { kind: 'failed' }

/** What checks is loaded when it is asked for. */
export function ProofCheck({ number, proof, trustedKey }: { number: string; proof: EntryProof; trustedKey: string }) {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const check = async () => {
    setState({ kind: 'checking' })
    try {
      const { checkInBrowser } = await import('./check-in-browser.ts')
      const read = (path: string) => fetch(filePaths.log(path), { cache: 'no-cache' })
      setState({ kind: 'done', checked: await checkInBrowser({ number, proof, key: trustedKey, read }) })
    } catch {
      setState({ kind: 'failed' })
    }
  }
  return (
    <>
      <p className="mt-2 max-w-prose">
        You can check that this entry is in the log and was not changed afterwards. Your browser calculates the hashes
        from this entry up to the root that we signed, checks our signature, and compares the log with the one that it
        saw last. It trusts nothing on this page except our key.
      </p>
      <Button
        className="mt-4 no-print"
        busy={state.kind === 'checking'}
        busyText="Checking…"
        onClick={() => void check()}
      >
        Check it in this browser
      </Button>
      <noscript>
        <p className="mt-4 max-w-prose">
          This check needs JavaScript. Without it, use the command that <a href={href('log')}>the page of the log</a>{' '}
          names.
        </p>
      </noscript>
      <div role="status" className="mt-4">
        {state.kind === 'done' && <Result checked={state.checked} />}
        {state.kind === 'failed' && (
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

function Result({ checked: { verdict, found, means } }: { checked: Checked }) {
  const { tone, title } = verdicts[verdict]
  return (
    <Notice tone={tone} title={title}>
      <ul className="prose">
        {found.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
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
