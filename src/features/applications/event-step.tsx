import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { eventCategories } from '#domain/categories.ts'
import { Notice } from '#ui/notice.tsx'
import { AddressSearch } from './address-search.tsx'
import { CompanySearch } from './company-search.tsx'
import { DraftRadios, DraftSelect, DraftText, DraftTextArea } from './draft-field.tsx'
import { hasPassed } from './rules.ts'
import type { WizardForm } from './use-wizard-form.ts'

const categoryOptions = eventCategories.map((category) => ({ value: category, label: category }))

const eventTypes = [
  { value: 'physical', label: 'Public', hint: 'Guests come to a venue on a date.' },
  { value: 'private', label: 'Private', hint: 'The Private Event Service: your clients pick their own dates.' },
]

/** @param isAlone the organisation's fields are on another page. */
export function EventStep({ form, isAlone = true }: { form: WizardForm; isAlone?: boolean }) {
  const eventType = useStore(form.store, (state) => state.values.eventType)
  const companyNo = useStore(form.store, (state) => state.values.companyNo)
  const date = useStore(form.store, (state) => state.values.date)
  const [isTaken, setTaken] = useState(false)
  const isPrivate = eventType === 'private'

  // Coordinates and lines of a chosen address do not belong to one that was changed by hand.
  const forgetPlace = () => {
    for (const field of ['line_1', 'line_2', 'latitude', 'longitude'] as const) form.setFieldValue(field, '')
  }

  return (
    <>
      <DraftText form={form} name="title" label="Event title" maxLength={200} />
      <DraftSelect
        form={form}
        name="category"
        label="Event category"
        placeholder="Choose a category"
        options={categoryOptions}
      />
      <DraftRadios
        form={form}
        name="eventType"
        label="Event type"
        choices={eventTypes}
        onEdit={(value) => value === 'private' && form.setFieldValue('date', '')}
      />
      {!isPrivate && (
        <DraftText
          form={form}
          name="date"
          type="date"
          required
          label="Event date"
          hint="If you do not know the date yet, leave this empty. We will show “Date to be confirmed”."
          className="max-w-60 figures"
        />
      )}
      {!isPrivate && hasPassed(date) && (
        <Notice tone="warning" live="status" title="This date has passed">
          <p>
            Check the year. We only accept events that are still to come. If this one is over, apply for the next one.
          </p>
        </Notice>
      )}
      <DraftText form={form} name="venue" label="Venue" optional={isPrivate} maxLength={200} />
      {eventType === 'physical' && <AddressSearch form={form} />}
      <DraftText form={form} name="address" label="Address" optional maxLength={500} onEdit={forgetPlace} />
      <DraftText form={form} name="city" label="City" optional maxLength={100} onEdit={forgetPlace} />
      <div className="grid gap-6 sm:grid-cols-2">
        <DraftText form={form} name="county" label="County" optional maxLength={100} />
        <DraftText
          form={form}
          name="postcode"
          label="Postcode"
          optional
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          className="max-w-40"
          onEdit={forgetPlace}
        />
      </div>
      <DraftText form={form} name="country" label="Country" optional maxLength={60} className="max-w-80" />
      <DraftText
        form={form}
        name="capacity"
        label="Capacity"
        hint="The highest number of people at one time."
        inputMode="numeric"
        maxLength={9}
        className="max-w-40 figures"
      />
      <DraftText
        form={form}
        name="url"
        label="Event website"
        optional
        inputMode="url"
        spellCheck={false}
        maxLength={500}
      />
      <DraftTextArea form={form} name="description" label="Description" optional maxLength={5000} />
      {isAlone && (companyNo === '' || isTaken) && (
        <div className="needs-script pt-6 border-t border-border">
          <CompanySearch form={form} onTake={() => setTaken(true)} />
        </div>
      )}
    </>
  )
}
