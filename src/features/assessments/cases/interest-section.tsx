import { Card } from '#ui/card.tsx'
import { RadioGroup } from '#ui/choices.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { TextArea } from '#ui/field.tsx'
import { CaseForm, usePostedForm } from './case-form.tsx'
import { reasonLimit } from './rules.ts'
import type { FoundCase } from './server/load-case.ts'
import { hasDeclared } from './steps.ts'

/** Nobody decides about somebody they are close to: names to compare by hand, and the declaration. */
export function InterestSection({ data, here }: { data: FoundCase; here: string }) {
  const { field } = usePostedForm('interest')
  const isDeclared = hasDeclared(data.steps, data.me.id)
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 id="conflict" className="text-xl">
        Conflict of interest
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
      {isDeclared && <p>You declared that you have none. If this changes, declare it.</p>}
      <CaseForm key={data.steps.length} here={here} intent="interest" button="Declare">
        <RadioGroup
          label="Your declaration"
          {...field('interest')}
          choices={[
            ...(isDeclared
              ? []
              : [
                  {
                    value: 'none',
                    label: 'I have no conflict of interest',
                    hint: 'I am not related to, employed by, paid by or in competition with anyone in this organisation.',
                  },
                ]),
            {
              value: 'conflict',
              label: 'I have a conflict of interest',
              hint:
                data.status === 'decided'
                  ? 'If you took part in the decision, other people will assess the case again.'
                  : 'You can no longer work on this case.',
            },
          ]}
        />
        <TextArea
          {...field('details')}
          label="What the conflict is"
          hint="Required if you have one. It stays on the record."
          rows={2}
          maxLength={reasonLimit}
        />
      </CaseForm>
    </Card>
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
