import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextInput } from '#ui/field.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Table } from '#ui/table.tsx'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { Move } from './endpoint-forms.tsx'
import { EndpointBadge, momentWords, SecretNotice } from './endpoint-words.tsx'
import { maxEndpoints } from './rules.ts'
import type { EndpointsData } from './state.ts'
import { UnknownLink } from './unknown-link.tsx'

type Known = Extract<EndpointsData, { kind: 'known' }>

export const page = definePage<EndpointsData>({
  Component: ({ data }) => (
    <Section narrow>
      {data.kind === 'known' && <Endpoints data={data} />}
      {data.kind === 'replaced' && (
        <PageHeading
          lead={`None of the links that we had sent to ${data.email} works any more. We have sent a new one there. Your endpoints go on working.`}
        >
          Check your email
        </PageHeading>
      )}
      {data.kind === 'unknown' && <UnknownLink />}
    </Section>
  ),
  meta: ({ kind }) => ({ title: titles[kind] }),
})

const titles = { known: 'Your webhooks', replaced: 'Check your email', unknown: 'Link not found' }

function Endpoints({ data }: { data: Known }) {
  const { token, email, endpoints, isDeleted, secret } = data
  return (
    <>
      <PageHeading lead={`Endpoints of ${email}. Anyone with the address of this page can change them.`}>
        Your webhooks
      </PageHeading>
      {secret && <SecretNotice secret={secret} isReplaced={false} />}
      {isDeleted && <Notice tone="success" live="status" title="The endpoint was deleted" className="mt-6" />}
      <div className="mt-8">
        {endpoints.length === 0 ? (
          <EmptyState icon="i-inbox" title="You have no endpoints yet." />
        ) : (
          <Table
            caption="Endpoints"
            columns={[{ label: 'Address' }, { label: 'Follows' }, { label: 'State' }, { label: 'Last delivered' }]}
            rows={endpoints.map(({ id, address, follows, state, failingSince, deliveredAt }) => ({
              key: id,
              cells: [
                <a key="address" href={href('webhookEndpoint', { token, id })} className="[overflow-wrap:anywhere]">
                  {address}
                </a>,
                follows?.name ?? 'Nothing that is still there',
                <EndpointBadge key="state" state={state} failingSince={failingSince} />,
                deliveredAt ? momentWords(deliveredAt) : 'Nothing yet',
              ],
            }))}
          />
        )}
      </div>
      <AddForm data={data} />
      <Disclosure summary="Someone else has the link" className="mt-8">
        <Move action={href('webhookEndpoints', { token })} intent="replace-links" label="End all links">
          <p>
            Every link that we have sent to {email} stops working, this one too, and we send a new one there. Your
            endpoints go on working. Afterwards replace their secrets.
          </p>
        </Move>
      </Disclosure>
    </>
  )
}

function AddForm({ data: { token, form } }: { data: Known }) {
  return (
    <form
      method="post"
      action={href('webhookEndpoints', { token })}
      noValidate
      className="mt-10 flex flex-col gap-6 max-w-form"
    >
      <h2 className="text-xl">Add an endpoint</h2>
      {form.notice && (
        <Notice tone="danger" live="alert" title="The endpoint was not added">
          <p>{form.notice}</p>
        </Notice>
      )}
      <ErrorSummary problems={form.problems} />
      <TextInput
        name="address"
        type="url"
        label="Address of your endpoint"
        hint="It begins with https:// and can be reached from the internet."
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        defaultValue={form.typed.address ?? ''}
        error={problemOf(form.problems, 'address')}
        required
      />
      <TextInput
        name="follow"
        label="What to follow"
        optional
        hint="The number of an entry, or the address of its page, of an organiser, of a city or of a search in the register. Leave it empty to follow the whole register."
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        defaultValue={form.typed.follow ?? ''}
        error={problemOf(form.problems, 'follow')}
      />
      <Button type="submit" className="self-start">
        Add endpoint
      </Button>
      <p className="text-sm text-muted">
        You can have {maxEndpoints}. <a href={href('webhooks')}>How webhooks work</a>
      </p>
    </form>
  )
}
