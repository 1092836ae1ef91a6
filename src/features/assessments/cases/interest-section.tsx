import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/field.tsx'
import { CaseForm, usePostedForm } from './case-form.tsx'
import { reasonLimit } from './rules.ts'
import type { FoundCase } from './server/load-case.ts'
import { hasDeclared } from './steps.ts'

type Props = { data: FoundCase; here: string }

/** Nobody decides about somebody they are close to: names to compare by hand, and the declaration. */
export function InterestSection(props: Props) {
  return (
    <Card as="section" className="flex flex-col gap-4">
      <InterestForm {...props} />
    </Card>
  )
}

/** Without a declaration nothing can be judged, proposed or decided. */
export function InterestForm({ data, here }: Props) {
  const { isPosted, field } = usePostedForm('interest')
  const isDeclared = hasDeclared(data.steps, data.me.id)
  return (
    <>
      <h2 id="conflict" className="text-xl">
        {data.may.declare ? 'Declare first whether you have a conflict of interest' : 'Conflict of interest'}
      </h2>
      <DescriptionList
        items={[
          { term: 'You', details: data.me.name },
          { term: 'Organisation', details: data.organisation.name },
          { term: 'Trading name', details: data.organisation.tradingName },
          { term: 'Contact', details: data.organisation.contactName },
          { term: 'Officers', details: data.officers && <Officers officers={data.officers} /> },
        ]}
      />
      {!data.officers && data.organisation.companyNo && (
        <p id="officers">
          <a href={`${here}${here.includes('?') ? '&' : '?'}officers=1#conflict`}>
            Show the names of the company’s officers
          </a>
        </p>
      )}
      {isDeclared ? (
        <p>You declared that you have none. If this changes, declare it.</p>
      ) : (
        <>
          <p>I am not related to, employed by, paid by or in competition with anyone in this organisation.</p>
          <CaseForm here={here} intent="interest" button="I have no conflict of interest" variant="action">
            <input type="hidden" name="interest" value="none" />
          </CaseForm>
        </>
      )}
      <Disclosure summary="I have a conflict of interest" open={isPosted || undefined}>
        <CaseForm here={here} intent="interest" button="Declare the conflict">
          <input type="hidden" name="interest" value="conflict" />
          <p>
            {data.status === 'decided'
              ? 'If you took part in the decision, other people will assess the case again.'
              : 'You can no longer work on this case.'}
          </p>
          <TextArea
            {...field('details')}
            label="What the conflict is"
            hint="It stays on the record."
            rows={2}
            maxLength={reasonLimit}
          />
        </CaseForm>
      </Disclosure>
    </>
  )
}

const notFound = {
  'no-number': 'The organisation has given no company number.',
  unknown: 'The registry does not know this company number.',
  unavailable: 'The registry cannot be asked at the moment. Try again later.',
}

function Officers({ officers }: { officers: NonNullable<FoundCase['officers']> }) {
  if (officers.kind !== 'found') return notFound[officers.kind]
  const { names, isWhole, isInvented } = officers
  return (
    <>
      {names.length === 0 ? 'The registry names none.' : names.join('; ')}
      {!isWhole && ' The registry has more names than it gives at once.'}
      {isInvented && (
        <span className="block text-sm text-muted">
          Invented: no key of the registry is set (COMPANIES_HOUSE_API_KEY).
        </span>
      )}
    </>
  )
}
