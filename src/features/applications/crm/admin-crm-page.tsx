import { adminHref } from '#admin-pages.ts'
import { recognitionLevels } from '#domain/recognition-levels.ts'
import type { PageData } from '#page/page.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Outcome } from '#ui/form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { type CrmUpdateState, crmHref, crmStatusLabels, crmUpdateStateLabels, crmUpdateStates } from './rules.ts'
import type { adminCrm } from './server.ts'

type Data = PageData<typeof adminCrm>
type CrmUpdate = Data['updates'][number]

export const page = definePage<Data>({ Component: AdminCrmPage, meta: () => ({ title: 'CRM updates' }) })

const tones: Record<CrmUpdateState, BadgeTone> = {
  waiting: 'warning',
  delivered: 'accredited',
  failed: 'danger',
  kept: 'neutral',
}

function AdminCrmPage({ data }: { data: Data }) {
  const { view, isConnected, pages } = data
  const { state } = view
  return (
    <>
      <PageHeading lead="What we tell the sales team about applicants. It never changes the status of an application.">
        CRM updates
      </PageHeading>
      {!isConnected && (
        <p className="mt-2">
          <strong>No CRM is connected.</strong> Updates are kept here. Once a CRM is connected, new updates are sent.
          You can send older ones yourself.
        </p>
      )}
      <Outcome />
      <div className="mt-3">
        <ChipRow label="Updates by state">
          <ChipLink href={adminHref('adminCrm')} current={state === null}>
            All
          </ChipLink>
          {crmUpdateStates.map((known) => (
            <ChipLink key={known} href={adminHref('adminCrm', { state: known })} current={state === known}>
              {crmUpdateStateLabels[known]}
            </ChipLink>
          ))}
        </ChipRow>
      </div>
      <Updates data={data} />
      <AdminPages pages={pages} />
    </>
  )
}

function Updates({ data: { view, updates, pages } }: { data: Data }) {
  const { state, sort } = view
  if (updates.length === 0 && pages.previousHref === null) {
    const title = state ? `No update is ${crmUpdateStateLabels[state].toLowerCase()}.` : 'There is no update yet.'
    return <EmptyState className="mt-8" icon="i-inbox" title={title} />
  }
  return (
    <AdminTable
      caption={`${state ? crmUpdateStateLabels[state] : 'All'} updates, ${sort.descending ? 'newest' : 'oldest'} first`}
      columns={[
        { label: 'Application' },
        { label: 'Event', wide: true },
        { label: 'Last attempts', grows: true },
        { label: 'Told' },
        { label: 'State' },
        {
          label: 'Written',
          numeric: true,
          sort: sortBy('written', sort, (other) => crmHref({ ...view, sort: other, page: 1 })),
        },
        { label: 'Send', acts: true },
      ]}
      rows={updates.map((update) => ({
        key: update.id,
        cells: [
          <a key="application" href={adminHref('review', { id: update.applicationId })} className="figures">
            {update.reference}
          </a>,
          <span key="event" className="block max-w-60 truncate">
            {update.title}
          </span>,
          <Attempts key="attempts" attempts={update.attempts} />,
          [crmStatusLabels[update.status], levelNames(update.levels)].filter(Boolean).join(': '),
          <Badge key="state" tone={tones[update.state]}>
            {crmUpdateStateLabels[update.state]}
          </Badge>,
          <AdminTime key="time" at={update.createdAt} />,
          update.canSend && <SendAgain key="send" update={update} view={view} />,
        ],
      }))}
    />
  )
}

function SendAgain({ update, view }: { update: CrmUpdate; view: Data['view'] }) {
  return (
    <form method="post" action={crmHref(view)}>
      <input type="hidden" name="update" value={update.id} />
      <Button type="submit" variant="quiet">
        {update.state === 'kept' ? 'Send now' : 'Send again'}
        <VisuallyHidden> the update on {update.reference}</VisuallyHidden>
      </Button>
    </form>
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

function levelNames(ids: readonly string[]): string {
  return recognitionLevels
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ')
}
