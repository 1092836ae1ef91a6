import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { TitledPage } from '#ui/layout.tsx'
import { Prose } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import type { logWatch } from '../server/log.ts'

const lead =
  'A council, a newspaper or a university can make sure that we show everyone the same log. It takes one program and one file.'

/**
 * Bytes of bodies, as measured (docs/performance.md), and what HTTP and TLS add to each request. A request to a witness holds a proof of 20
 * lines in a log of a million entries; a mirror reads the last file of entries again, which is half full on average.
 */
const bytesOf = { witnessIn: 1300, witnessOut: 125, overhead: 500, mirrorEntry: 95_000, mirrorLook: 572 }

const changesPerDay = 500

/** Megabytes a day, with `changesPerDay` changes; a mirror looks once a minute. */
const costs = {
  witness: megabytes(changesPerDay * (bytesOf.witnessIn + bytesOf.witnessOut + bytesOf.overhead)),
  mirror: megabytes(changesPerDay * bytesOf.mirrorEntry + 1440 * (bytesOf.mirrorLook + bytesOf.overhead)),
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

export const page = definePage<PageData<typeof logWatch>>(LogWatchPage, {
  title: 'Run a witness or a mirror',
  description: lead,
  canonical: href('logWatch'),
})

function LogWatchPage({ data: { site, key } }: { data: PageData<typeof logWatch> }) {
  return (
    <TitledPage lead={lead}>
      <Prose className="mt-10">
        <h2>Why it helps</h2>
        <p>
          We sign <a href={href('log')}>the public log</a>. Our signature alone cannot stop us, or somebody who has
          taken our key, from showing one log to you and another to somebody else. A witness can. It remembers what it
          has seen, and it signs only a log that still holds all of it.
        </p>
        <p>
          If enough witnesses have signed, everyone who asks for their signatures sees the same log. To take us out of
          it, both the program that checks and the list of witnesses must come from somewhere else than this site. A
          check on our own pages proves less.
        </p>
        <h2>Three commands</h2>
        <p>With this project’s program, run a witness:</p>
        <Command>{`bun run witness --name witness.example/w1 --log '${key ?? 'KEY OF THE LOG'}'`}</Command>
        <p>
          It makes its key, prints it and listens on port 8420. Tell us the key and a public address that leads there,
          and we ask it after every change. Its own page shows what it has seen.
        </p>
        <p>Keep a copy of the whole log, and serve it:</p>
        <Command>{`bun run mirror ${site}`}</Command>
        <p>Check every entry, once a day, and be told by the exit code what is wrong:</p>
        <Command>{`bun run verify-log ${site} --policy policy.txt`}</Command>
        <p>
          <code>policy.txt</code> names the log, the witnesses that you trust, and how many of them must have signed.{' '}
          <a href={filePaths.log('policy')}>Ours</a> shows the form. Compare its keys with those that the witnesses
          publish themselves.
        </p>
        <h2>A certificate without a network</h2>
        <p>Keep our keys and a policy. A certificate or badge that was downloaded from us then proves itself:</p>
        <Command>{`bun run verify certificate.pdf --keys did.json --policy policy.txt`}</Command>
        <p>
          <code>did.json</code> is a copy of <a href={filePaths.issuer()}>our keys</a>. What has changed since then,
          such as a revocation, only the register can say.
        </p>
        <h2>What it costs</h2>
        <ul>
          <li>
            A witness moves about {costs.witness} MB a day for {changesPerDay} changes, and holds a file of less than
            100 kB.
          </li>
          <li>
            A mirror that looks once a minute reads about {costs.mirror} MB a day for {changesPerDay} changes, after it
            has read the log once.
          </li>
          <li>Either runs on the smallest machine that you can rent.</li>
        </ul>
        <h2>What to look after</h2>
        <ul>
          <li>Never put an older copy of the witness’s file back, and never run two copies of it.</li>
          <li>If the file is lost, start again under another name and tell us the new key.</li>
          <li>
            If the witness shows two histories of our log, please publish both checkpoints. They carry our signature.
          </li>
        </ul>
      </Prose>
    </TitledPage>
  )
}

function Command({ children }: { children: string }) {
  return (
    <pre className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      <code>{children}</code>
    </pre>
  )
}
