import { adminHref } from '../../../admin-pages.ts'
import { recognitionLevels } from '../../../domain/recognition-levels.ts'
import { AdminNotice, type AdminSays } from '../../../ui/admin-notice.tsx'
import { AdminTime } from '../../../ui/admin-time.tsx'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChipLink, ChipRow } from '../../../ui/chip.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { definePage } from '../../../wire/page.ts'
import { type CrmUpdateState, crmStatusLabels, crmUpdateStateLabels, crmUpdateStates } from './rules.ts'
import type { AdminCrmData, ListedUpdate } from './state.ts'

export const page = definePage<AdminCrmData>({ Component: AdminCrmPage, meta: () => ({ title: 'CRM updates' }) })

const tones: Record<CrmUpdateState, BadgeTone> = {
  waiting: 'warning',
  delivered: 'accredited',
  failed: 'danger',
  kept: 'neutral',
}

const notices: Record<NonNullable<AdminCrmData['notice']>, AdminSays> = {
  sent: {
    tone: 'success',
    title: 'The update is being sent',
    text: 'If the CRM does not accept it, we try again for about 40 hours.',
  },
  unchanged: {
    tone: 'warning',
    title: 'Nothing was changed',
    text: 'The update is already being sent, or was delivered.',
  },
}

function AdminCrmPage({ data }: { data: AdminCrmData }) {
  const { state, updates, isConnected, notice, firstHref, nextHref } = data
  return (
    <>
      <PageHeading lead="What we tell the sales team about applicants, newest first. It never changes the status of an application.">
        CRM updates
      </PageHeading>
      {!isConnected && (
        <Notice className="mt-6" title="No CRM is connected">
          <p>Updates are kept here. Once a CRM is connected, new updates are sent. You can send older ones yourself.</p>
        </Notice>
      )}
      <AdminNotice says={notice && notices[notice]} />
      <div className="mt-8">
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
      <Updates state={state} updates={updates} />
      <Pagination firstHref={firstHref ?? undefined} nextHref={nextHref ?? undefined} />
    </>
  )
}

function Updates({ state, updates }: { state: CrmUpdateState | null; updates: ListedUpdate[] }) {
  if (updates.length === 0) {
    const title = state ? `No update is ${crmUpdateStateLabels[state].toLowerCase()}.` : 'There is no update yet.'
    return <EmptyState className="mt-8" icon="i-inbox" title={title} />
  }
  return (
    <div className="mt-6">
      <Table
        caption={`${state ? crmUpdateStateLabels[state] : 'All'} updates, newest first`}
        captionHidden
        columns={[
          { label: 'Application' },
          { label: 'Told' },
          { label: 'State' },
          { label: 'Last attempts' },
          { label: 'Written', numeric: true },
        ]}
        rows={updates.map((update) => ({
          key: update.id,
          cells: [
            <div key="application" className="py-2">
              <SiteLink href={adminHref('review', { id: update.applicationId })} className="font-semibold figures">
                {update.reference}
              </SiteLink>
              <span className="block text-sm font-normal">{update.title}</span>
            </div>,
            <div key="told">
              {crmStatusLabels[update.status]}
              {update.levels.length > 0 && (
                <span className="block text-sm text-muted">{levelNames(update.levels)}</span>
              )}
            </div>,
            <div key="state">
              <Badge tone={tones[update.state]}>{crmUpdateStateLabels[update.state]}</Badge>
              {update.canSend && <SendAgain update={update} state={state} />}
            </div>,
            <Attempts key="attempts" attempts={update.attempts} />,
            <AdminTime key="time" at={update.createdAt} />,
          ],
        }))}
      />
    </div>
  )
}

function SendAgain({ update, state }: { update: ListedUpdate; state: CrmUpdateState | null }) {
  return (
    <form method="post" action={adminHref('adminCrm')} className="mt-2">
      <input type="hidden" name="update" value={update.id} />
      <input type="hidden" name="state" value={state ?? ''} />
      <Button type="submit" variant="link" className="whitespace-nowrap">
        {update.state === 'kept' ? 'Send now' : 'Send again'}
        <VisuallyHidden> the update on {update.reference}</VisuallyHidden>
      </Button>
    </form>
  )
}

/** What came of each attempt; the reasons are the CRM's answers in our words. */
function Attempts({ attempts }: { attempts: ListedUpdate['attempts'] }) {
  const [last, ...earlier] = attempts
  if (!last) return <span className="text-muted">None</span>
  return (
    <div className="text-sm">
      <Attempt attempt={last} />
      {earlier.length > 0 && (
        <details>
          <summary className="min-h-11 py-2 text-muted">{earlier.length} earlier</summary>
          <ul>
            {earlier.map((attempt) => (
              <li key={attempt.at} className="mt-1">
                <Attempt attempt={attempt} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Attempt({ attempt }: { attempt: ListedUpdate['attempts'][number] }) {
  return (
    <>
      {attempt.outcome}
      {attempt.httpStatus !== null && !attempt.outcome.includes(String(attempt.httpStatus)) && (
        <span className="figures"> ({attempt.httpStatus})</span>
      )}
      <span className="block text-muted">
        <AdminTime at={attempt.at} />
      </span>
    </>
  )
}

function levelNames(ids: readonly string[]): string {
  return recognitionLevels
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ')
}
