import { useEffect, useState } from 'react'
import { SuggestionField } from '#ui/suggestion-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { callApi } from '#wire/call-api.ts'
import type { Address, AddressSuggestion } from './lookup/schema.ts'
import type { WizardForm } from './use-wizard-form.ts'

/** Optional help: every part of the address can be typed. */
export function AddressSearch({ form }: { form: WizardForm }) {
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
const debounceMs = 300

/** Asks from three characters on, 300 ms after the last one; a search that fails says nothing. */
function useAddressSearch() {
  const toast = useToast()
  const [term, setTerm] = useState('')
  const [suggestions, setSuggestions] = useState<AddressSuggestion[] | null>(null)

  useEffect(() => {
    setSuggestions(null)
    const query = term.trim()
    if (query.length < shortest) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const answer = await callApi<{ suggestions: AddressSuggestion[] }>('searchAddresses', {
          query: { term: query },
          signal: stop.signal,
        })
        if (!stop.signal.aborted) setSuggestions(answer.suggestions)
      } catch {
        if (!stop.signal.aborted) setSuggestions(null)
      }
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [term])

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
