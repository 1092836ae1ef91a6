import { href } from '#pages.ts'
import { DescriptionList } from '#ui/description-list.tsx'
import { Container, Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { EndpointForms } from './endpoint-forms.tsx'
import { disabledWords, EndpointBadge, momentWords, SecretNotice } from './endpoint-words.tsx'
import type { EndpointData, EndpointMove } from './state.ts'
import { UnknownLink } from './unknown-link.tsx'

type Known = Extract<EndpointData, { kind: 'known' }>

export const page = definePage<EndpointData>({
  Component: ({ data }) =>
    data.kind === 'known' ? (
      <EndpointPage data={data} />
    ) : (
      <Section narrow>
        <UnknownLink />
      </Section>
    ),
  meta: ({ kind }) => ({ title: kind === 'known' ? 'Webhook endpoint' : 'Link not found' }),
})

const said: Record<EndpointMove, string> = {
  tested: 'A test is being sent. Load this page again to see the result',
  sent: 'The event is being sent again',
  replayed: 'The changes since then are being sent',
  nothing: 'There was nothing to send',
  paused: 'The endpoint is paused. Changes wait until you switch it on',
  resumed: 'The endpoint is on',
}

function EndpointPage({ data }: { data: Known }) {
  const { token, endpoint, done, secret, form } = data
  const { address, follows, state, disabledBy, failingSince, deliveredAt, createdAt, oldSecretUntil, waiting } =
    endpoint
  return (
    <Container className="py-10 lg:py-14">
      <p>
        <a href={href('webhookEndpoints', { token })}>Your webhooks</a>
      </p>
      <PageHeading eyebrow="Webhook endpoint" className="mt-4">
        <span className="[overflow-wrap:anywhere]">{address}</span>
      </PageHeading>
      {done && !secret && (
        <Notice tone={done === 'nothing' ? 'warning' : 'success'} live="status" title={said[done]} className="mt-6" />
      )}
      {secret && <SecretNotice secret={secret} isReplaced />}
      {form.notice && (
        <Notice tone="danger" live="alert" title="Nothing was changed" className="mt-6">
          <p>{form.notice}</p>
        </Notice>
      )}
      <DescriptionList
        className="mt-8"
        items={[
          { term: 'State', details: <EndpointBadge state={state} failingSince={failingSince} /> },
          { term: 'Why', details: disabledBy && disabledWords[disabledBy] },
          {
            term: 'Follows',
            details: follows ? <a href={follows.address}>{follows.name}</a> : 'Nothing that is still there',
          },
          { term: 'Added', details: momentWords(createdAt) },
          { term: 'Last delivered', details: deliveredAt ? momentWords(deliveredAt) : 'Nothing yet' },
          { term: 'Failing since', details: failingSince && momentWords(failingSince) },
          { term: 'Waiting', details: waiting > 0 && `${waiting} ${waiting === 1 ? 'event' : 'events'}` },
          { term: 'Old secret', details: oldSecretUntil && `Goes on signing until ${momentWords(oldSecretUntil)}` },
        ]}
      />
      <EndpointForms data={data} />
      <DeliveryLog data={data} />
    </Container>
  )
}
