import type { ReactNode } from 'react'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { Form } from '#ui/form.tsx'
import { NarrowPage, TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Prose } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import { linkForm } from './form.ts'
import { linkDays, logDays, maxEndpoints, oldSecretHours } from './rules.ts'
import type { webhooks } from './server.ts'

type Data = PageData<typeof webhooks>

const lead =
  'For ticket sellers, councils and anyone with a system of their own: we send each change of the register to your address, signed, within seconds.'

export const page = definePage<Data>(WebhooksPage, {
  title: 'Webhooks',
  description: lead,
  canonical: href('webhooks'),
})

function WebhooksPage({ data: { isRequested, examples } }: { data: Data }) {
  return (
    <NarrowPage lead={lead}>
      <TitledSection id="begin" title="Get started" className="mt-10">
        {isRequested ? (
          <Notice tone="success" live="status" title="Check your email" className="mt-4">
            <p>
              We have sent you a link. Use it to register up to {maxEndpoints} endpoints and to manage them. It works
              for {linkDays} days. You can ask for a new one here at any time.
            </p>
          </Notice>
        ) : (
          <Form
            of={linkForm}
            command="requestLink"
            notSent="We could not send the link"
            button="Email me a link"
            anchor="begin"
            className="mt-4 flex flex-col gap-6"
          />
        )}
      </TitledSection>
      <Prose className="mt-12">
        <h2>What we send</h2>
        <p>
          A POST request with JSON for each change that is in the <a href={href('log')}>public log</a>: published,
          renewed, lapsed, suspended, reinstated, revoked, and every other kind. You choose whether to follow one entry,
          an organiser, a city, a search of the register or all of it. An event holds no names. Read them at its
          address.
        </p>
        <Code>{examples.event}</Code>
        <h2>Check the signature</h2>
        <p>
          Requests follow the <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> specification, so its
          libraries can check them. The headers are <code>webhook-id</code>, <code>webhook-timestamp</code> and{' '}
          <code>webhook-signature</code>. Refuse a request whose signature is wrong or which is older than five minutes.
        </p>
      </Prose>
      <Disclosure summary="TypeScript" className="mt-4">
        <Code>{examples.typescript}</Code>
      </Disclosure>
      <Disclosure summary="Python" className="mt-2">
        <Code>{examples.python}</Code>
      </Disclosure>
      <Prose className="mt-12">
        <h2>Answer, and what happens if you do not</h2>
        <ul>
          <li>Answer with a status from 200 to 299 within 10 seconds. We do not follow redirects.</li>
          <li>
            After any other answer we try again: after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours. That
            is three days in all.
          </li>
          <li>
            Answer 429 or 503 with <code>Retry-After</code> if you are busy. We then send nothing for that long, for a
            day at most.
          </li>
          <li>
            An endpoint that accepts nothing for three days, or answers 410, is switched off. We tell you by email.
          </li>
          <li>
            You may get an event twice. It then has the same <code>webhook-id</code>.
          </li>
          <li>
            Events of one entry arrive in their order, unless an earlier one fails for more than an hour. The higher{' '}
            <code>position</code> is always the newer.
          </li>
          <li>
            You see every delivery of the last {logDays} days, and can have it sent again. When you replace the secret,
            the old one goes on signing for {oldSecretHours} hours.
          </li>
        </ul>
      </Prose>
    </NarrowPage>
  )
}

function Code({ children }: { children: ReactNode }) {
  return <pre className="text-sm whitespace-pre-wrap break-words">{children}</pre>
}
