import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { registerStatuses } from '#domain/register-status.ts'
import { pastEvents } from '#features/concerns/case-steps.ts'
import { href } from '#pages.ts'
import { AdminHistory } from '#ui/admin-history.tsx'
import { AdminNotice, type AdminSays } from '#ui/admin-notice.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import {
  AskForm,
  AssignForm,
  EntryForm,
  NoteForm,
  RemoveNoteForm,
  ReporterForm,
  SettleForm,
  TakeUpForm,
} from './admin-concern-forms.tsx'
import { concernStates, isSettled, subjectLabel } from './rules.ts'
import type { AdminConcernData, ConcernNotice } from './state.ts'

export const page = definePage<AdminConcernData>({
  Component: AdminConcernPage,
  meta: ({ reference }) => ({ title: `Concern ${reference}` }),
})

type Given = { data: AdminConcernData }

const notices: Record<ConcernNotice, AdminSays> = {
  'taken-up': { tone: 'success', title: 'You are now working on this case' },
  assigned: { tone: 'success', title: 'The case was handed over' },
  'entry-named': { tone: 'success', title: 'The entry was saved' },
  noted: { tone: 'success', title: 'The note was saved' },
  asked: { tone: 'success', title: 'The organiser was asked' },
  settled: { tone: 'success', title: 'The case has ended' },
  'note-removed': { tone: 'success', title: 'The note was removed from the entry’s page' },
  'moved-on': { tone: 'warning', title: 'Nothing was changed: the case has changed since you opened this page' },
  'no-organiser': {
    tone: 'warning',
    title: 'No one was asked',
    text: 'Add the entry first. If the entry has no email address for the organiser, you can decide without asking.',
  },
  'reply-first': {
    tone: 'warning',
    title: 'Not upheld yet: the organiser has the right to answer first',
    text: 'Ask the organiser. Then wait for the answer, or until the time to answer is over.',
  },
}

function AdminConcernPage({ data }: Given) {
  const { reference, state, inDanger, isLate, promisedAt, notice, form } = data
  const isOver = isSettled(state)
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Concerns', href: adminHref('adminConcerns') }, { label: reference }]} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading eyebrow="Concern">
          <span className="figures">{reference}</span>
        </PageHeading>
        <p className="flex flex-wrap gap-2">
          {inDanger && <Badge tone="danger">In danger</Badge>}
          {isLate && <Badge tone="danger">{`Late since ${londonDateOf(promisedAt)}`}</Badge>}
          <Badge tone={concernStates[state].tone}>{concernStates[state].label}</Badge>
        </p>
      </div>
      <AdminNotice says={notice && notices[notice]} />
      {form.notice && !notice && <AdminNotice says={{ tone: 'danger', title: form.notice }} />}
      <div className="mt-6">
        <ErrorSummary problems={form.problems} />
      </div>
      <div className="mt-6 grid gap-12 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="flex flex-col gap-10 min-w-0">
          <Report data={data} />
          <Replies data={data} />
          {state === 'received' && <TakeUpForm data={data} />}
          {state === 'looking' && <AskForm data={data} />}
          {state === 'looking' && <SettleForm data={data} />}
          <Outcome data={data} />
        </div>
        <div className="flex flex-col gap-10 min-w-0">
          <ReporterForm data={data} />
          {!isOver && <AssignForm data={data} />}
          {!isOver && <EntryForm data={data} />}
          <AdminHistory events={pastEvents(data.steps)}>
            <div className="mt-6">
              <NoteForm data={data} />
            </div>
          </AdminHistory>
        </div>
      </div>
    </>
  )
}

function Report({ data }: Given) {
  const { entry } = data
  return (
    <section aria-labelledby="report">
      <h2 id="report" className="mb-3 text-xl">
        The report
      </h2>
      <DescriptionList
        items={[
          { term: 'About', details: subjectLabel(data.about) },
          { term: 'Event, as it was typed', details: data.event },
          {
            term: 'Entry',
            details: entry && (
              <>
                <a href={href('event', { slug: entry.slug })}>
                  {entry.number}: {entry.title}
                </a>
                , {registerStatuses[entry.status].label.toLowerCase()}.{' '}
                {data.mayEditRegister && <a href={adminHref('adminEntry', { id: entry.id })}>Suspend or revoke it</a>}
              </>
            ),
          },
          { term: 'Where', details: data.place },
          { term: 'When', details: data.occurred },
          { term: 'Received', details: <AdminTime at={data.receivedAt} /> },
          { term: 'Start by', details: <AdminTime at={data.promisedAt} /> },
        ]}
      />
      <p className="mt-4 max-w-prose whitespace-pre-line break-words">
        {data.happened || 'The text was deleted at the end of its retention period.'}
      </p>
    </section>
  )
}

function Replies({ data: { replies } }: Given) {
  if (replies.length === 0) return null
  return (
    <section aria-labelledby="replies">
      <h2 id="replies" className="mb-3 text-xl">
        The organiser
      </h2>
      {replies.map((reply) => (
        <div key={reply.id} className="mt-4 max-w-prose">
          <p className="text-muted">
            Asked on {londonDateOf(reply.askedAt)}, with time to answer until {londonDateOf(reply.expiresAt)}
          </p>
          <blockquote className="mt-2 pl-4 border-l-3 border-gold whitespace-pre-line break-words">
            {reply.question}
          </blockquote>
          {reply.answeredAt ? (
            <>
              <p className="mt-3 font-semibold">Answered on {londonDateOf(reply.answeredAt)}</p>
              <p className="mt-1 whitespace-pre-line break-words">{reply.answer}</p>
              <p className="mt-3 font-semibold">Reply for the public</p>
              <p className="mt-1 whitespace-pre-line break-words">{reply.publicReply || 'There is none.'}</p>
            </>
          ) : (
            <p className="mt-3">No answer yet.</p>
          )}
        </div>
      ))}
    </section>
  )
}

function Outcome({ data }: Given) {
  const { state, outcome, note } = data
  if (!isSettled(state)) return null
  return (
    <section aria-labelledby="outcome">
      <h2 id="outcome" className="mb-3 text-xl">
        {concernStates[state].label}
      </h2>
      <p className="max-w-prose whitespace-pre-line break-words">{outcome}</p>
      {note && (
        <Notice tone={note.removedAt ? 'info' : 'warning'} title="On the entry’s page" className="mt-6">
          <p>{note.text}</p>
          {note.reply && <p className="mt-2">The organiser’s reply: {note.reply}</p>}
          <p className="mt-2 text-muted">
            Since {londonDateOf(note.notedAt)}
            {note.removedAt && `, removed on ${londonDateOf(note.removedAt)}: ${note.removedReason}`}
          </p>
        </Notice>
      )}
      {note && !note.removedAt && <RemoveNoteForm data={data} />}
    </section>
  )
}
