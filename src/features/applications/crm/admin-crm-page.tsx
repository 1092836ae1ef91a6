import { adminHref } from '#admin-pages.ts'
import { recognitionLevels } from '#domain/recognition-levels.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { Outcome } from '#ui/form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { type CrmUpdateState, crmHref, crmStatusLabels, crmUpdateStateLabels, crmUpdateStates } from './rules.ts'
import type { adminCrm } from './server.ts'

type Data = PageData<typeof adminCrm>
type CrmUpdate = Data['updates'][number]

export const page = definePage<Data>(AdminCrmPage, 'CRM updates')

const tones: Record<CrmUpdateState, BadgeTone> = {
  waiting: 'warning',
  delivered: 'accredited',
  failed: 'danger',
  kept: 'neutral',
}

function AdminCrmPage({ data: { view, updates, pages, isConnected } }: { data: Data }) {
  const { state, sort } = view
  return (
    <>
      <PageHeading lead="What we tell the sales team about applicants. It never changes the status of an application." />
      {!isConnected && (
        <p className="mt-2">
          <strong>No CRM is connected.</strong> Updates are kept here. Once a CRM is connected, new updates are sent.
          You can send older ones yourself.
        </p>
      )}
      <Outcome />
      <div className="mt-3">
        <ChipLinks
          label="Updates by state"
          chips={[null, ...crmUpdateStates].map((known) => ({
            label: known ? crmUpdateStateLabels[known] : 'All',
            href: adminHref('adminCrm', { state: known }),
            current: state === known,
          }))}
        />
      </div>
      <AdminList
        caption={`${state ? crmUpdateStateLabels[state] : 'All'} updates, ${sort.descending ? 'newest' : 'oldest'} first`}
        empty={state ? `No update is ${crmUpdateStateLabels[state].toLowerCase()}.` : 'There is no update yet.'}
        columns={[
          {
            label: 'Application',
            href: ({ applicationId: id }) => adminHref('review', { id }),
            linkClassName: 'figures',
            cell: 'reference',
          },
          {
            label: 'Event',
            wide: true,
            cell: ({ title }) => <span className="block max-w-60 truncate">{title}</span>,
          },
          { label: 'Last attempts', grows: true, cell: ({ attempts }) => <Attempts attempts={attempts} /> },
          {
            label: 'Told',
            cell: ({ status, levels }) =>
              [
                crmStatusLabels[status],
                recognitionLevels
                  .filter(({ id }) => levels.includes(id))
                  .map(({ name }) => name)
                  .join(', '),
              ]
                .filter(Boolean)
                .join(': '),
          },
          {
            label: 'State',
            cell: (update) => <Badge tone={tones[update.state]}>{crmUpdateStateLabels[update.state]}</Badge>,
          },
          {
            label: 'Written',
            sort: sortBy('written', sort, (other) => crmHref({ ...view, sort: other, page: 1 })),
            time: 'createdAt',
          },
          {
            label: 'Send',
            acts: true,
            cell: (update) =>
              update.canSend && (
                <PostButton
                  fields={{ update: update.id }}
                  label={update.state === 'kept' ? 'Send now' : 'Send again'}
                  of={` the update on ${update.reference}`}
                />
              ),
          },
        ]}
        rows={updates}
        pages={pages}
      />
    </>
  )
}

/** Shows the last attempt, and all of them when it is opened. */
function Attempts({ attempts }: { attempts: CrmUpdate['attempts'] }) {
  const [last] = attempts
  if (!last) return <span className="text-muted">None</span>
  return (
    <details className="dense-more">
      <summary>{outcomeOf(last)}</summary>
      <ul>
        {attempts.map((attempt) => (
          <li key={attempt.at} className="mt-1">
            <AdminTime at={attempt.at} />: {outcomeOf(attempt)}
          </li>
        ))}
      </ul>
    </details>
  )
}

function outcomeOf({ outcome, httpStatus }: CrmUpdate['attempts'][number]): string {
  return httpStatus === null || outcome.includes(String(httpStatus)) ? outcome : `${outcome} (${httpStatus})`
}
