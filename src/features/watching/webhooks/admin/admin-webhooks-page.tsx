import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextInput } from '#ui/field.tsx'
import { Outcome } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { definePage } from '#wire/page.ts'
import { disabledWords, EndpointBadge } from '../endpoint-words.tsx'
import { endpointViews, webhooksHref } from './endpoint-view.ts'
import type { adminWebhooks } from './server.ts'

type Data = PageData<typeof adminWebhooks>

export const page = definePage<Data>({ Component: AdminWebhooksPage, meta: () => ({ title: 'Webhooks' }) })

const labels = { active: 'On', failing: 'Failing', paused: 'Paused', disabled: 'Switched off' }

function AdminWebhooksPage({ data }: { data: Data }) {
  const { view, endpoints, asked, pages } = data
  const question = endpoints.find(({ id }) => id === asked?.id)
  return (
    <>
      <PageHeading lead="Addresses that changes of the register are sent to. Anyone may register them; their contacts manage them by an emailed link.">
        Webhooks
      </PageHeading>
      <Outcome />
      {question && asked && <Question endpoint={question} atHost={asked.atHost} view={view} />}
      <div className="mt-3">
        <ChipLinks
          label="Endpoints by state"
          chips={[null, ...endpointViews].map((state) => ({
            label: state ? labels[state] : 'All',
            href: adminHref('adminWebhooks', { state }),
            current: view.state === state,
          }))}
        />
      </div>
      {endpoints.length === 0 ? (
        <EmptyState className="mt-8" icon="i-inbox" title="There is no such endpoint." />
      ) : (
        <Endpoints data={data} />
      )}
      <AdminPages pages={pages} />
    </>
  )
}

function Endpoints({ data: { view, endpoints } }: { data: Data }) {
  return (
    <AdminTable
      caption="Endpoints, newest first"
      columns={[
        { label: 'Address' },
        { label: 'Contact', grows: true },
        { label: 'Follows', wide: true },
        { label: 'State' },
        { label: 'Failing since' },
        { label: 'Waiting', numeric: true },
        { label: 'Failed in 30 days', numeric: true },
        { label: 'Delivered', numeric: true },
        { label: 'Added', numeric: true, wide: true },
        { label: 'Switch off', acts: true },
      ]}
      rows={endpoints.map((endpoint) => ({
        key: endpoint.id,
        cells: [
          endpoint.address,
          endpoint.email,
          <span key="follows" className="block max-w-60 truncate">
            {endpoint.follows}
          </span>,
          <span key="state" title={endpoint.disabledBy ? disabledWords[endpoint.disabledBy] : undefined}>
            <EndpointBadge {...endpoint} />
          </span>,
          endpoint.failingSince && <AdminTime key="failing" at={endpoint.failingSince} />,
          endpoint.waiting,
          endpoint.failed,
          endpoint.deliveredAt && <AdminTime key="delivered" at={endpoint.deliveredAt} />,
          <AdminTime key="added" at={endpoint.createdAt} />,
          endpoint.state !== 'disabled' && (
            <ButtonLink key="off" variant="quiet" href={webhooksHref(view, { ask: endpoint.id })}>
              Switch off<VisuallyHidden> {endpoint.address}</VisuallyHidden>
            </ButtonLink>
          ),
        ],
      }))}
    />
  )
}

/** Asks first, with the reason for the audit log. */
function Question({
  endpoint: { id, address, host },
  atHost,
  view,
}: {
  endpoint: Data['endpoints'][number]
  atHost: number
  view: Data['view']
}) {
  return (
    <Notice tone="warning" title={`Switch off ${address}?`} className="mt-6">
      <form method="post" action={webhooksHref(view)} className="mt-2 flex flex-col items-start gap-3">
        <p>Its contact is told, and cannot switch it on again.</p>
        <input type="hidden" name="endpoint" value={id} />
        <TextInput name="reason" label="Reason, for the audit log" maxLength={200} required />
        {atHost > 1 && (
          <Checkbox
            name="all"
            value="1"
            label={`Switch off all ${atHost} endpoints at ${host}`}
            hint="Their contacts are told, too."
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="danger">
            Switch off
          </Button>
          <ButtonLink variant="quiet" href={webhooksHref(view)}>
            Keep it on
          </ButtonLink>
        </div>
      </form>
    </Notice>
  )
}
