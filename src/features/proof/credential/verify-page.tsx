import { useEffect, useState } from 'react'
import { checkedWords } from '#domain/assurance.ts'
import { registerAnswer } from '#domain/register-answer.ts'
import { isAccredited } from '#domain/register-status.ts'
import { BulkAnswers, BulkCheck } from '#features/proof/bulk-check/bulk-check.tsx'
import { NumberForm } from '#features/register/certificate/number-form.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { definePage } from '#wire/page.ts'
import type { CheckedFile, OfflineFile, Trust } from './check-file.ts'
import type { verify } from './server/verify-credential.ts'
import { fileVerdicts } from './verdict.ts'

type VerifyData = PageData<typeof verify>

export const page = definePage<VerifyData>(VerifyPage, {
  title: 'Check a certificate',
  description:
    'Enter the number of a certificate, choose its file, or paste a list, to see whether the accreditation is valid today.',
  canonical: href('verify'),
})

function VerifyPage({ data: { publicUrl, keys, policy, elsewhere, many } }: { data: VerifyData }) {
  return (
    <NarrowPage lead="A certificate shows what was true on the day it was made. The register shows whether the accreditation is valid today.">
      {elsewhere && (
        <Notice tone="danger" title="This link leads to another site." className="mt-6">
          <p className="break-words">
            It leads to {elsewhere}. Links of this register begin with {publicUrl}/. A page elsewhere says nothing about
            an accreditation by us: ask for the number and type it here.
          </p>
        </Notice>
      )}
      {many && <BulkAnswers answer={many} />}
      <NumberForm />
      <FileCheck trust={{ publicUrl, keys, policy }} />
      <p className="mt-8">
        Do you not have the number? <a href={href('listings')}>Search the register</a> by event or venue.
      </p>
      <p className="mt-3">
        Is someone claiming an accreditation that they do not have?{' '}
        <a href={href('concerns', { about: 'false-claim' })}>Report a concern</a>
      </p>
      <BulkCheck />
    </NarrowPage>
  )
}

/** What checks a file is loaded once the page is there, so that it needs no network later. */
function FileCheck({ trust }: { trust: Trust }) {
  const [state, setState] = useState<
    'idle' | 'checking' | 'failed' | { name: string; checked: CheckedFile | OfflineFile }
  >('idle')
  useEffect(() => {
    import('./check-file.ts').catch(() => undefined)
  }, [])
  const check = async (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0) return
    setState('checking')
    try {
      const { checkFiles } = await import('./check-file.ts')
      const name = files.map((file) => file.name).join(', ')
      setState({ name, checked: await checkFiles(files, trust) })
    } catch {
      setState('failed')
    }
  }
  return (
    <section
      className="mt-10"
      aria-labelledby="file"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void check(event.dataTransfer.files)
      }}
    >
      <h2 id="file">Check a file</h2>
      <label htmlFor="credential-file" className="block mt-2 font-semibold">
        Certificate, badge or credential
      </label>
      <p id="credential-file-hint" className="mt-1 text-muted max-w-prose">
        A PDF, PNG, SVG, JSON or JWT file with a credential inside. Choose it, or drop it here. The file is read in your
        browser and does not leave it. A certificate or badge is checked there too, without the network, and so is a JWT
        if you choose its .tlog-proof together with it.
      </p>
      <p className="mt-2 text-muted max-w-prose">
        This page and its keys come from us. With a program and keys from elsewhere the check proves more:{' '}
        <a href={href('logWatch')}>how to check our log</a>.
      </p>
      <input
        id="credential-file"
        type="file"
        className="control mt-2"
        multiple
        accept=".pdf,.png,.svg,.json,.jwt,.tlog-proof"
        aria-describedby="credential-file-hint"
        onChange={(event) => {
          void check(event.target.files)
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      <noscript>
        <p className="mt-2 max-w-prose">
          Checking a file needs JavaScript. Without it, type the number above, or send the credential to{' '}
          <a href={href('apiDocs')}>our API</a>.
        </p>
      </noscript>
      <div role="status" className="mt-4">
        {state === 'checking' && <p>Checking…</p>}
        {state === 'failed' && (
          <Notice tone="warning" title="The file could not be checked.">
            <p>The register did not answer. Please try again.</p>
          </Notice>
        )}
        {typeof state === 'object' &&
          ('offline' in state.checked ? (
            <OfflineResult name={state.name} file={state.checked} />
          ) : (
            <Result name={state.name} checked={state.checked} />
          ))}
      </div>
    </section>
  )
}

/** Nobody was asked: the register is, by a press. */
function OfflineResult({ name, file: { offline, ask } }: { name: string; file: OfflineFile }) {
  const [asked, setAsked] = useState<'no' | 'asking' | 'no-answer' | CheckedFile>('no')
  if (typeof asked === 'object') return <Result name={name} checked={asked} />
  const { verdict, number, issuer, found } = offline
  const isProven = verdict === 'proven'
  // What is wrong with the signature or the dates has the words that it has everywhere.
  const [heading, meaning] =
    found.length === 0
      ? fileVerdicts[verdict as keyof typeof fileVerdicts]
      : [isProven ? 'It was valid when it was last seen.' : 'Its proof does not hold.', null]
  const press = async () => {
    setAsked('asking')
    setAsked(await ask().catch(() => 'no-answer' as const))
  }
  return (
    <Notice tone={isProven ? 'info' : 'danger'} title={heading}>
      <p className="break-words">{name}</p>
      {meaning && <p className="mt-2">{meaning}</p>}
      {found.map((sentence) => (
        <p key={sentence} className="mt-2 break-words">
          {sentence}
        </p>
      ))}
      {issuer && <p className="mt-2 break-words">It names as its issuer: {issuer}</p>}
      {asked === 'no-answer' && <p className="mt-2">The register did not answer. Please try again.</p>}
      {number && (
        <Button className="mt-4" busy={asked === 'asking'} busyText="Asking…" onClick={() => void press()}>
          Ask the register for news
        </Button>
      )}
    </Notice>
  )
}

function Result({ name, checked }: { name: string; checked: CheckedFile }) {
  const { verdict, number, issuer, register, wasSent } = checked
  const found = register?.kind === 'found' ? register : null
  const [heading, meaning] = fileVerdicts[verdict]
  const isNothing = verdict === 'no-credential' || verdict === 'too-large'
  const isValid = verdict === 'valid' && found !== null && isAccredited(found.facts.status)
  return (
    <Notice tone={isValid ? 'success' : isNothing || verdict === 'corrected' ? 'warning' : 'danger'} title={heading}>
      <p className="break-words">{name}</p>
      <p className="mt-2">{meaning}</p>
      {issuer && <p className="mt-2 break-words">It names as its issuer: {issuer}</p>}
      {number && (
        <p className="mt-2">
          {found ? (
            <>
              The register says today of {found.title}, by {found.organiser} (
              {[found.when, found.where].filter(Boolean).join(', ')}): {registerAnswer(found.facts)}{' '}
              {found.statusReason} {checkedWords(found.facts)}.
            </>
          ) : (
            'The register has no entry with its number any more.'
          )}{' '}
          <a href={href('verification', { number })}>Number {number}</a>
        </p>
      )}
      {wasSent && (
        <p className="mt-2 text-sm">
          This browser cannot check this kind of signature, so the register did: the credential was sent to it, not your
          file. Nothing is kept.
        </p>
      )}
    </Notice>
  )
}
