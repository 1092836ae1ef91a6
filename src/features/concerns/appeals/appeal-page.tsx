import { appealDays, appealedDecisions } from '#domain/appeals.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { AskForLink } from '#features/applications/access/ask-for-link.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Fields } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { NarrowPage, Section } from '#ui/layout.tsx'
import { Notice, NotSent } from '#ui/notice.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { appealForm } from './form.ts'
import { appealStates, upheldEffects } from './rules.ts'
import type { appeal } from './server.ts'

type Data = PageData<typeof appeal>
type AppealsData = Extract<Data, { kind: 'found' }>

export const page = definePage<Data>(AppealPage, 'Appeal')

function AppealPage({ data }: { data: Data }) {
  if (data.kind === 'found') return <Appeal data={data} />
  if (data.kind === 'not-yours')
    return (
      <NarrowPage lead="Only the applicant can appeal.">
        <p className="mt-6">
          You did not apply in this browser. We can email a link to the address in the application. Open the link in
          this browser to continue.
        </p>
        <AskForLink applicationId={data.appId} />
      </NarrowPage>
    )
  return (
    <Section narrow>
      <EmptyState level="h1" icon="i-file-search" title="There is no application at this address.">
        <ButtonLink href={href('myApplications')}>My applications</ButtonLink>
      </EmptyState>
    </Section>
  )
}

function Appeal({ data }: { data: AppealsData }) {
  const { reference, title, decisions, expired, appeals, isNew } = data
  return (
    <NarrowPage eyebrow={`Application ${reference}`} lead={title}>
      {isNew && appeals.length > 0 && (
        <Notice tone="success" live="status" title="We have your appeal" className="mt-6">
          <p>
            The case number is <strong className="figures">{appeals.at(-1)!.reference}</strong>. We have also emailed it
            to you.
          </p>
        </Notice>
      )}
      {appeals.map((appeal) => (
        <OwnAppeal key={appeal.reference} appeal={appeal} appId={data.appId} />
      ))}
      {decisions.length > 0 && <AppealForm data={data} />}
      {decisions.length === 0 && appeals.length === 0 && <Nothing expired={expired} />}
    </NarrowPage>
  )
}

function Nothing({ expired }: Pick<AppealsData, 'expired'>) {
  const { complianceEmail } = useBrand()
  return (
    <Notice
      className="mt-6"
      title={expired.length > 0 ? 'The time for an appeal is over' : 'There is nothing to appeal against'}
    >
      <p>
        {expired.length > 0
          ? `You can appeal within ${appealDays} days of the decision.`
          : 'There is no decision against this application.'}{' '}
        Questions? Write to <a href={`mailto:${complianceEmail}`}>{complianceEmail}</a>.
      </p>
    </Notice>
  )
}

function OwnAppeal({ appeal, appId }: { appeal: AppealsData['appeals'][number]; appId: string }) {
  const { reference, against, state, receivedAt, settledAt, reasons } = appeal
  const { label, tone, text } = appealStates[state]
  return (
    <section className="mt-8 py-6 border-y border-border" aria-labelledby={reference}>
      <h2 id={reference} className="text-xl">
        Appeal <span className="figures">{reference}</span>
      </h2>
      <p className="mt-2">
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="mt-2 text-muted">
        {appealedDecisions[against]}. Received on {londonDateOf(receivedAt)}
        {settledAt && `, ended on ${londonDateOf(settledAt)}`}.
      </p>
      <p className="mt-3">
        {text} {state === 'upheld' && upheldEffects[against]}
      </p>
      {reasons && <p className="mt-3 whitespace-pre-line break-words">{reasons}</p>}
      {!settledAt && (
        <p className="mt-3">
          Send documents in the <a href={href('evidence', { appId })}>evidence room</a>, which stays open until the
          appeal ends.
        </p>
      )}
    </section>
  )
}

function AppealForm({ data: { appId, key, decisions } }: { data: AppealsData }) {
  const { typed, problems, notice } = usePosted('sendAppeal')
  const [only] = decisions
  return (
    <form method="post" action={href('appeal', { appId }, { key })} noValidate className="mt-8 flex flex-col gap-6">
      <NotSent title="Your appeal was not sent" notice={notice} />
      <ErrorSummary problems={problems} />
      <p>
        Someone who had no part in the decision will hear your appeal. We will email you the outcome and the reasons.
        You can appeal once against each decision. It is free.
      </p>
      {decisions.length === 1 && (
        <>
          <input type="hidden" name="against" value={only!.against} />
          <p>
            <strong>{appealedDecisions[only!.against]}</strong>, of {londonDateOf(only!.decidedAt)}. You can appeal
            until {londonDateOf(only!.until)}.
          </p>
        </>
      )}
      <Fields
        of={appealForm}
        typed={typed}
        problems={problems}
        without={decisions.length === 1 ? ['against'] : []}
        choices={{
          against: decisions.map(({ against, until }) => ({
            value: against,
            label: appealedDecisions[against],
            hint: `Until ${londonDateOf(until)}`,
          })),
        }}
        choiceFields={ChoiceField}
      />
      <Button className="self-start">Send appeal</Button>
    </form>
  )
}
