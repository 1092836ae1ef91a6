import { londonMomentOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Form } from '#ui/form.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Table } from '#ui/table.tsx'
import { definePage } from '#wire/page.ts'
import { EndpointBadge, Move, SecretNotice, UnknownLink } from './endpoint-words.tsx'
import { endpointForm } from './form.ts'
import { maxEndpoints } from './rules.ts'
import type { webhookEndpoints } from './server.ts'

type Data = PageData<typeof webhookEndpoints>
type KnownData = Extract<Data, { kind: 'known' }>

export const page = definePage<Data>(EndpointsPage, ({ kind }) => titles[kind])

const titles = { known: 'Your webhooks', replaced: 'Check your email', unknown: 'Link not found' }

function EndpointsPage({ data }: { data: Data }) {
  if (data.kind === 'unknown') return <UnknownLink />
  if (data.kind === 'known') return <Endpoints data={data} />
  return (
    <NarrowPage
      lead={`None of the links that we had sent to ${data.email} works any more. We have sent a new one there. Your endpoints go on working.`}
    />
  )
}

function Endpoints({ data }: { data: KnownData }) {
  const { token, email, endpoints, isDeleted, secret } = data
  return (
    <NarrowPage lead={`Endpoints of ${email}. Anyone with the address of this page can change them.`}>
      {secret && <SecretNotice secret={secret} isReplaced={false} />}
      {isDeleted && <Notice tone="success" live="status" title="The endpoint was deleted" className="mt-6" />}
      <div className="mt-8">
        {endpoints.length === 0 ? (
          <EmptyState icon="i-inbox" title="You have no endpoints yet." />
        ) : (
          <Table
            caption="Endpoints"
            captionShown
            columns={['Address', 'Follows', 'State', 'Last delivered']}
            rows={endpoints.map(({ id, address, follows, state, failingSince, deliveredAt }) => ({
              key: id,
              cells: [
                <a key="address" href={href('webhookEndpoint', { token, id })} className="[overflow-wrap:anywhere]">
                  {address}
                </a>,
                follows?.name ?? 'Nothing that is still there',
                <EndpointBadge key="state" state={state} failingSince={failingSince} />,
                deliveredAt ? londonMomentOf(deliveredAt) : 'Nothing yet',
              ],
            }))}
          />
        )}
      </div>
      <Form
        of={endpointForm}
        command="add"
        button="Add endpoint"
        title="Add an endpoint"
        notSent="The endpoint was not added"
        className="mt-10 flex flex-col gap-6"
      />
      <p className="mt-6 text-sm text-muted max-w-form">
        You can have {maxEndpoints}. <a href={href('webhooks')}>How webhooks work</a>
      </p>
      <Disclosure summary="Someone else has the link" className="mt-8">
        <Move command="replace-links" button="End all links">
          <p>
            Every link that we have sent to {email} stops working, this one too, and we send a new one there. Your
            endpoints go on working. Afterwards replace their secrets.
          </p>
        </Move>
      </Disclosure>
    </NarrowPage>
  )
}
