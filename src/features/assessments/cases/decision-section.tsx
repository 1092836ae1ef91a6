import type { ReactNode } from 'react'
import { longDay } from '#domain/london-time.ts'
import { Card } from '#ui/card.tsx'
import { RadioGroup } from '#ui/choices.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Select, TextArea } from '#ui/field.tsx'
import { CaseForm, InterestSection, OutcomeFields, usePostedForm } from './case-form.tsx'
import { lastStep, outcomes, panelSize, reasonLimit, suggestedOutcome } from './rules.ts'
import type { FoundCase } from './server/load-case.ts'

type Props = { data: FoundCase; here: string }

export function DecisionSection({ data, here }: Props) {
  const { may, status } = data
  const proposal = status === 'proposed' ? lastStep(data.steps, 'proposed') : undefined
  return (
    <>
      {proposal && <Proposal data={data} here={here} proposal={proposal} />}
      {may.declare ? (
        <InterestSection data={data} here={here} />
      ) : (
        <>
          {may.propose && <Propose data={data} here={here} />}
          {may.decide && proposal && <Decide data={data} here={here} proposal={proposal.id} />}
          {may.closeNotice && <CloseNotice data={data} here={here} />}
          {may.refer && <Refer data={data} here={here} />}
        </>
      )}
      {['open', 'proposed', 'notice'].includes(status) && <AskForMore data={data} here={here} />}
    </>
  )
}

function Proposal({ data, here, proposal }: Props & { proposal: FoundCase['steps'][number] }) {
  const { id, byName: by, byId, outcome, reason, isSafety, conditions } = proposal
  return (
    <Card as="section" className="flex flex-col gap-3 break-words">
      <h2 className="text-xl">Proposal</h2>
      <p>
        {by} proposes: <strong>{outcomes[outcome!]}</strong>
        {isSafety && ', at once, as a matter of safety'}
      </p>
      <p className="whitespace-pre-line">{reason}</p>
      {conditions.length > 0 && (
        <ul className="flex flex-col gap-2">
          {conditions.map(({ text, due }) => (
            <li key={text + due}>
              By {longDay(due)}: {text}
            </li>
          ))}
        </ul>
      )}
      {data.hasFourEyes && byId === data.me.id && (
        <p className="text-muted">You made this proposal. A second person decides.</p>
      )}
      {data.may.withdraw && (
        <CaseForm here={here} intent="withdraw" button="Withdraw the proposal">
          <input type="hidden" name="proposal" value={id} />
        </CaseForm>
      )}
    </Card>
  )
}

function Propose({ data, here }: Props) {
  return (
    <Card as="section">
      <h2 className="mb-4 text-xl">Propose an outcome</h2>
      <CaseForm key={data.steps.length} here={here} intent="propose" button="Propose" variant="action">
        <OutcomeFields data={data} command="propose" suggested={suggestedOutcome(data.criteria)} />
      </CaseForm>
    </Card>
  )
}

function Decide({ data, here, proposal }: Props & { proposal: number }) {
  return (
    <DecisionForm
      {...{ data, here }}
      title="Decide"
      intent="decide"
      choices={[
        { value: 'agree', label: 'Agree', hint: 'The proposal is carried out.' },
        { value: 'send-back', label: 'Send back', hint: 'The assessment is open again, with your reasons.' },
      ]}
      reasons="decisionReason"
      hint="Required if you send it back. If you agree, they are added to the reasons of the proposal."
      fixed={<input type="hidden" name="proposal" value={proposal} />}
    >
      {!data.hasFourEyes && (
        <p className="mb-4 text-muted">
          A second person is not required here. The person who proposed can decide alone. The record and the public page
          say so.
        </p>
      )}
    </DecisionForm>
  )
}

function CloseNotice({ data, here }: Props) {
  const answer = lastStep(data.steps, 'answered')
  return (
    <DecisionForm
      {...{ data, here }}
      title="After the notice of refusal"
      intent="close-notice"
      choices={[
        { value: 'refuse', label: 'Refuse', hint: 'It stays unless an appeal against it is upheld.' },
        { value: 'reopen', label: 'Open again', hint: 'The answer changes what we found.' },
      ]}
      reasons="closingReason"
      hint="Your reply to the applicant’s answer. If you refuse, we email it with the reasons of the notice."
    >
      {data.answeredAt && answer ? (
        <blockquote className="mb-4 pl-4 border-l-3 border-gold whitespace-pre-line break-words">
          {answer.reason || 'Erased at the request of the person it was about.'}
        </blockquote>
      ) : (
        <p className="mb-4">The applicant has not answered, and the time to answer is over.</p>
      )}
    </DecisionForm>
  )
}

/** @param fixed hidden fields. @param reasons the name of the field. */
function DecisionForm({
  data,
  here,
  title,
  intent,
  choices,
  reasons,
  hint,
  fixed,
  children,
}: Props & {
  title: string
  intent: string
  choices: { value: string; label: string; hint: string }[]
  reasons: string
  hint: string
  fixed?: ReactNode
  children: ReactNode
}) {
  const { field } = usePostedForm(intent)
  return (
    <Card as="section">
      <h2 className="mb-4 text-xl">{title}</h2>
      {children}
      <CaseForm key={data.steps.length} here={here} intent={intent} button="Decide" variant="action">
        {fixed}
        <RadioGroup {...field('answer')} label="Your decision" choices={choices} />
        <TextArea {...field(reasons)} label="Reasons" hint={hint} rows={4} maxLength={reasonLimit} />
      </CaseForm>
    </Card>
  )
}

function Refer({ data, here }: Props) {
  const { isPosted, field } = usePostedForm('refer')
  const options = data.candidates.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Disclosure summary="Refer to the panel" open={isPosted || undefined}>
      {options.length < panelSize ? (
        <p>
          A panel needs {panelSize} panel members who did not propose this outcome and have no conflict of interest.
          There are {options.length}.
        </p>
      ) : (
        <CaseForm key={data.steps.length} here={here} intent="refer" button="Refer to the panel">
          <p>Three members vote with their reasons, and the majority decides.</p>
          {[1, 2, 3].map((number) => (
            <Select
              key={number}
              {...field(`member${number}`)}
              label={`Member ${number}`}
              placeholder="Choose a person"
              options={options}
            />
          ))}
          <TextArea
            {...field('referralReason')}
            label="Why you refer it to the panel"
            rows={3}
            maxLength={reasonLimit}
          />
        </CaseForm>
      )}
    </Disclosure>
  )
}

function AskForMore({ data, here }: Props) {
  const { isPosted, field } = usePostedForm('ask')
  const wanted = data.criteria.filter(({ found }) => found.state === 'more-needed')
  return (
    <Disclosure summary="Ask the applicant for more" open={isPosted || undefined}>
      <CaseForm key={data.steps.length} here={here} intent="ask" button="Ask for more">
        <p>
          Emailed at once{wanted.length > 0 && `, with the list: ${wanted.map(({ name }) => name).join(', ')}`}.
          {data.status !== 'open' && ' The assessment is open again.'}
        </p>
        <TextArea
          {...field('message')}
          label="Message"
          hint="It comes before the list of criteria for which more is needed."
          rows={3}
          maxLength={reasonLimit}
        />
      </CaseForm>
    </Disclosure>
  )
}
