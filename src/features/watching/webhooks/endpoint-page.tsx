import { useContext } from 'react'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { DescriptionList } from '#ui/description-list.tsx'
import { Container, Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostedContext } from '#ui/posted-context.ts'
import { definePage } from '#wire/page.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { EndpointForms, type KnownEndpoint } from './endpoint-forms.tsx'
import { disabledWords, EndpointBadge, momentWords, SecretNotice, UnknownLink } from './endpoint-words.tsx'
import type { webhookEndpoint } from './server.ts'

export const page = definePage<PageData<typeof webhookEndpoint>>({
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

function EndpointPage({ data }: { data: KnownEndpoint }) {
  const { token, endpoint, secret } = data
  const posted = useContext(PostedContext)
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
      {posted?.outcome && !posted.command && (
        <Notice tone={posted.outcome.tone} live="status" title={posted.outcome.title} className="mt-6" />
      )}
      {secret && <SecretNotice secret={secret} isReplaced />}
      {posted?.outcome && posted.command && (
        <Notice tone="danger" live="alert" title="Nothing was changed" className="mt-6">
          <p>{posted.outcome.title}</p>
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
