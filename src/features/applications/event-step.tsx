import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { eventCategories } from '#domain/categories.ts'
import { Notice } from '#ui/notice.tsx'
import { SuggestionField } from '#ui/suggestion-field.tsx'
import { VisuallyHidden } from '#ui/text.tsx'
import { useToast } from '#ui/toast.tsx'
import { useSearchSoon } from '#ui/use-search-soon.ts'
import { callApi } from '#wire/call-api.ts'
import { CompanySearch } from './company-search.tsx'
import { DraftRadios, DraftSelect, DraftText, DraftTextArea, useDraftForm } from './draft-field.tsx'
import type { Address, AddressSuggestion } from './lookup/schema.ts'
import { hasPassed } from './rules.ts'

const categoryOptions = eventCategories.map((category) => ({ value: category, label: category }))

const eventTypes = [
  { value: 'physical', label: 'Public', hint: 'Guests come to a venue on a date. The venue is needed.' },
  {
    value: 'private',
    label: 'Private',
    hint: 'The Private Event Service: clients choose the date. No venue is needed.',
  },
]

/** @param isAlone the organisation's fields are on another page. */
export function EventStep({ isAlone = true }: { isAlone?: boolean }) {
  const form = useDraftForm()
  // One by one: a letter typed into another field does not render the step.
  const eventType = useStore(form.store, ({ values }) => values.eventType)
  const companyNo = useStore(form.store, ({ values }) => values.companyNo)
  const date = useStore(form.store, ({ values }) => values.date)
  const [isTaken, setTaken] = useState(false)
  const isPrivate = eventType === 'private'

  // Coordinates and lines of a chosen address do not belong to one that was changed by hand.
  const forgetPlace = () => {
    for (const field of ['line_1', 'line_2', 'latitude', 'longitude'] as const) form.setFieldValue(field, '')
  }

  return (
    <>
      <DraftText name="title" label="Event title" maxLength={200} />
      <DraftSelect name="category" label="Event category" placeholder="Choose a category" options={categoryOptions} />
      <DraftRadios
        name="eventType"
        label="Event type"
        choices={eventTypes}
        onEdit={(value) => value === 'private' && form.setFieldValue('date', '')}
      />
      {!isPrivate && (
        <DraftText
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
      <DraftText name="venue" label="Venue" optional={isPrivate} maxLength={200} />
      {eventType === 'physical' && <AddressSearch />}
      <DraftText name="address" label="Address" optional maxLength={500} onEdit={forgetPlace} />
      <DraftText name="city" label="City" optional maxLength={100} onEdit={forgetPlace} />
      <div className="grid gap-6 sm:grid-cols-2">
        <DraftText name="county" label="County" optional maxLength={100} />
        <DraftText
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
      <DraftText name="country" label="Country" optional maxLength={60} className="max-w-80" />
      <DraftText
        name="capacity"
        label="Capacity"
        hint="The highest number of people at one time."
        inputMode="numeric"
        maxLength={9}
        className="max-w-40 figures"
      />
      <DraftText name="url" label="Event website" optional inputMode="url" spellCheck={false} maxLength={500} />
      <DraftTextArea name="description" label="Description" optional maxLength={5000} />
      {isAlone && (companyNo === '' || isTaken) && (
        <div className="needs-script pt-6 border-t border-border">
          <CompanySearch onTake={() => setTaken(true)} />
        </div>
      )}
    </>
  )
}

/** Optional help: every part of the address can be typed. */
function AddressSearch() {
  const form = useDraftForm()
  const [taken, setTaken] = useState('')
  const { term, setTerm, suggestions, load, close } = useAddressSearch()

  async function take(id: string) {
    const address = await load(id)
    if (!address) return
    close()
    setTerm('')
    setTaken([address.line_1, address.postcode].filter(Boolean).join(', '))
    form.setFieldValue('address', [address.line_1, address.line_2].filter(Boolean).join(', '))
    form.setFieldValue('line_1', address.line_1)
    form.setFieldValue('line_2', address.line_2)
    form.setFieldValue('city', address.town_or_city)
    form.setFieldValue('county', address.county)
    form.setFieldValue('postcode', address.postcode)
    form.setFieldValue('country', address.country || 'England')
    form.setFieldValue('latitude', address.latitude === null ? '' : String(address.latitude))
    form.setFieldValue('longitude', address.longitude === null ? '' : String(address.longitude))
  }

  return (
    <SuggestionField
      id="addressSearch"
      label="Find the address"
      hint="Type a street, a building or a postcode. Or fill in the address below."
      value={term}
      onType={setTerm}
      onClose={close}
      onTake={(id) => void take(id)}
      suggestions={suggestions?.map(({ id, address }) => ({ id, title: address })) ?? null}
      none="No addresses found. Type the address below."
    >
      <div role="status">{taken && <VisuallyHidden>{`The address ${taken} is filled in.`}</VisuallyHidden>}</div>
    </SuggestionField>
  )
}

const shortest = 3

async function askForAddresses(term: string, signal: AbortSignal): Promise<AddressSuggestion[]> {
  const answer = await callApi<{ suggestions: AddressSuggestion[] }>('searchAddresses', { query: { term }, signal })
  return answer.suggestions
}

function useAddressSearch() {
  const toast = useToast()
  const [term, setTerm] = useState('')
  const [suggestions, setSuggestions] = useSearchSoon(term, shortest, askForAddresses)

  /** Null where it could not be had, which a toast has then said. */
  async function load(id: string): Promise<Address | null> {
    try {
      return await callApi<Address>('getAddress', { params: { id } })
    } catch {
      toast({ title: 'Error', description: 'Failed to load address details', variant: 'destructive' })
      return null
    }
  }

  return { term, setTerm, suggestions, load, close: () => setSuggestions(null) }
}
