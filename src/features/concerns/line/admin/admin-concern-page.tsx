import { adminHref } from '#admin-pages.ts'
import { statusWords } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { CaseForm, CaseHistory } from '#features/concerns/case-history.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Outcome } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { concernStates, concernSubjects, isSettled } from '../rules.ts'
import { assignForm, entryForm, questionForm, removalForm, settleForm } from './form.ts'
import type { adminConcern } from './server.ts'

type Data = PageData<typeof adminConcern>
type Props = { data: Data }

export const page = definePage<Data>(AdminConcernPage, ({ reference }) => `Concern ${reference}`)

function AdminConcernPage({ data }: Props) {
  const { reference, state, inDanger, isOverdue, promisedAt } = data
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Concerns', href: adminHref('adminConcerns') }, { label: reference }]} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading eyebrow="Concern">
          <span className="figures">{reference}</span>
        </PageHeading>
        <p className="flex flex-wrap gap-2">
          {inDanger && <Badge tone="danger">In danger</Badge>}
          {isOverdue && <Badge tone="danger">{`Late since ${londonDateOf(promisedAt)}`}</Badge>}
          <Badge tone={concernStates[state].tone}>{concernStates[state].label}</Badge>
        </p>
      </div>
      <Outcome problems />
      <div className="mt-6 grid gap-12 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="flex flex-col gap-10 min-w-0">
          <Report data={data} />
          <Replies data={data} />
          {state === 'received' && (
            <CaseForm command="start" button="Start this case" title="Start work on the case">
              <p>We tell the reporter that someone is looking at the case.</p>
            </CaseForm>
          )}
          {state === 'looking' && (
            <CaseForm
              of={questionForm}
              command="ask"
              button="Ask the organiser"
              variant="quiet"
              title="Ask the organiser"
            />
          )}
          {state === 'looking' && <SettleForm data={data} />}
          <Ending data={data} />
        </div>
        <div className="flex flex-col gap-10 min-w-0">
          <Reporter data={data} />
          {!isSettled(state) && <Assign data={data} />}
          {!isSettled(state) && (
            <CaseForm
              of={entryForm}
              command="entry"
              button="Save entry"
              variant="quiet"
              title="Entry of the register"
              values={{ number: data.entry?.number ?? '' }}
            />
          )}
          <CaseHistory steps={data.steps} />
        </div>
      </div>
    </>
  )
}

function Report({ data }: Props) {
  const { entry } = data
  return (
    <TitledSection id="report" title="The report" heading="mb-3 text-xl">
      <DescriptionList
        items={{
          About: concernSubjects[data.about],
          'Event, as it was typed': data.event,
          Entry: entry && (
            <>
              <a href={href('event', { slug: entry.slug })}>
                {entry.number}: {entry.title}
              </a>
              . {statusWords(entry)}.{' '}
              {data.mayEditRegister && <a href={adminHref('adminEntry', { id: entry.id })}>Suspend or revoke it</a>}
            </>
          ),
          Where: data.place,
          When: data.occurred,
          Received: <AdminTime at={data.receivedAt} />,
          'Start by': <AdminTime at={data.promisedAt} />,
        }}
      />
      <p className="mt-4 max-w-prose whitespace-pre-line break-words">
        {data.happened || 'The text was deleted at the end of its retention period.'}
      </p>
    </TitledSection>
  )
}

function Replies({ data: { replies } }: Props) {
  if (replies.length === 0) return null
  return (
    <TitledSection id="replies" title="The organiser" heading="mb-3 text-xl">
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
    </TitledSection>
  )
}

function Ending({ data }: Props) {
  const { state, outcome, note } = data
  if (!isSettled(state)) return null
  return (
    <TitledSection id="outcome" title={concernStates[state].label} heading="mb-3 text-xl">
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
      {note && !note.removedAt && (
        <div className="mt-6">
          <CaseForm of={removalForm} command="remove-note" button="Remove the note" variant="quiet" />
        </div>
      )}
    </TitledSection>
  )
}

function SettleForm({ data: { entry, replies } }: Props) {
  const hasReply = replies.some(({ publicReply }) => publicReply !== '')
  return (
    <CaseForm
      of={settleForm}
      command="settle"
      button="End this case"
      title="Decide"
      without={[...(entry ? [] : ['entryNote' as const]), ...(hasReply ? [] : ['leaveReplyOut' as const])]}
      choiceFields={ChoiceField}
    />
  )
}

function Assign({ data: { assignedTo, people } }: Props) {
  return (
    <CaseForm
      of={assignForm}
      command="assign"
      button="Hand over"
      variant="quiet"
      title="Looked after by"
      values={{ person: assignedTo ?? '' }}
      choices={{ person: people.map(({ id, name }) => ({ value: id, label: name })) }}
    />
  )
}

function Reporter({ data: { reporter, maySeeReporter } }: Props) {
  return (
    <TitledSection id="reporter" title="Who reported" heading="mb-3 text-xl">
      {reporter === 'none' && <p>The report is anonymous.</p>}
      {reporter && reporter !== 'none' && (
        <p className="break-words">
          {reporter.name || 'No name'}
          <br />
          {reporter.email ? <a href={`mailto:${reporter.email}`}>{reporter.email}</a> : 'No email address'}
        </p>
      )}
      {!reporter && !maySeeReporter && <p>Your role does not let you see who reported, or whether they gave a name.</p>}
      {!reporter && maySeeReporter && (
        <CaseForm command="reporter" button="Show who reported" variant="quiet">
          <p>Only look if you need to for the case. We record that you looked.</p>
        </CaseForm>
      )}
    </TitledSection>
  )
}
