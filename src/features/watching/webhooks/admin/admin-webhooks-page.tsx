import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { TextInput } from '#ui/field.tsx'
import { Outcome } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { VisuallyHidden } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import { disabledWords, EndpointBadge } from '../endpoint-words.tsx'
import { endpointViews, webhooksHref } from './endpoint-view.ts'
import type { adminWebhooks } from './server.ts'

type Data = PageData<typeof adminWebhooks>
type Endpoint = Data['endpoints'][number]

export const page = definePage<Data>(AdminWebhooksPage, 'Webhooks')

const labels = { active: 'On', failing: 'Failing', paused: 'Paused', disabled: 'Switched off' }

function AdminWebhooksPage({ data }: { data: Data }) {
  const { view, endpoints, asked, pages } = data
  const question = endpoints.find(({ id }) => id === asked?.id)
  return (
    <>
      <PageHeading lead="Addresses that changes of the register are sent to. Anyone may register them; their contacts manage them by an emailed link." />
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
      <AdminList
        caption="Endpoints, newest first"
        empty="There is no such endpoint."
        columns={[
          { label: 'Address', cell: 'address' },
          { label: 'Contact', grows: true, cell: 'email' },
          {
            label: 'Follows',
            wide: true,
            cell: ({ follows }) => <span className="block max-w-60 truncate">{follows}</span>,
          },
          {
            label: 'State',
            cell: ({ state, failingSince, disabledBy }) => (
              <span title={disabledBy ? disabledWords[disabledBy] : undefined}>
                <EndpointBadge state={state} failingSince={failingSince} />
              </span>
            ),
          },
          { label: 'Failing since', cell: ({ failingSince }) => failingSince && <AdminTime at={failingSince} /> },
          { label: 'Waiting', numeric: true, cell: 'waiting' },
          { label: 'Failed in 30 days', numeric: true, cell: 'failed' },
          { label: 'Delivered', time: 'deliveredAt' },
          { label: 'Added', wide: true, time: 'createdAt' },
          {
            label: 'Switch off',
            acts: true,
            cell: ({ id, address, state }) =>
              state !== 'disabled' && (
                <ButtonLink variant="quiet" href={webhooksHref(view, { ask: id })}>
                  Switch off<VisuallyHidden> {address}</VisuallyHidden>
                </ButtonLink>
              ),
          },
        ]}
        rows={endpoints}
        pages={pages}
      />
    </>
  )
}

/** Asks first, with the reason for the audit log. */
function Question({ endpoint, atHost, view }: { endpoint: Endpoint; atHost: number; view: Data['view'] }) {
  const { id, address, host } = endpoint
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
          <Button variant="danger">Switch off</Button>
          <ButtonLink variant="quiet" href={webhooksHref(view)}>
            Keep it on
          </ButtonLink>
        </div>
      </form>
    </Notice>
  )
}
