import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { assuranceLevels, assuranceNames } from '../../domain/assurance.ts'
import { figure } from '../../domain/figures.ts'
import { isSameName } from '../../domain/place-names.ts'
import { href } from '../../pages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ChipLink, ChipRow } from '../../ui/chip.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { SearchInput } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import type { ListingsData, ListingsFilters } from './listings-page.tsx'

/** Search and filters: an ordinary GET form and ordinary links, which the browser's script turns into moves. */
export function ListingFilters({ data }: { data: ListingsData }) {
  const { filters, cities } = data
  const [, navigate] = useLocation()
  const search = useSearchBox(filters.q)
  const [verified, setVerified] = useFollowing(filters.verified)
  const chosen = [filters.city, filters.category, filters.verified, filters.assurance].filter(Boolean).length
  const isFiltered = chosen > 0 || filters.q !== ''
  const changed = (change: Partial<ListingsFilters>) => href('listings', { ...filters, ...change })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(changed({ q: (search.current?.value ?? '').trim(), verified }))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser that we serve.
    <form
      role="search"
      action={href('listings')}
      method="get"
      onSubmit={submit}
      className="mt-8 flex flex-wrap items-end gap-4"
    >
      <SearchInput
        name="q"
        label="Search by title or venue"
        ref={search}
        defaultValue={filters.q}
        maxLength={100}
        fieldClassName="basis-full lg:basis-0 lg:grow max-w-form"
      />
      {filters.city && <input type="hidden" name="city" value={filters.city} />}
      {filters.category && <input type="hidden" name="category" value={filters.category} />}
      {filters.assurance && <input type="hidden" name="assurance" value={filters.assurance} />}
      <Disclosure
        open={chosen > 0 || undefined}
        className="basis-full lg:basis-48 open:basis-full"
        summary={
          <>
            <Icon icon="i-sliders-horizontal" />
            Filters
            {chosen > 0 && <Badge>{chosen} in use</Badge>}
          </>
        }
      >
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Checkbox
            name="verified"
            value="1"
            label={
              <>
                Verified only
                {data.verified !== undefined && (
                  <span className="ml-2 text-muted font-normal figures">{figure(data.verified)}</span>
                )}
              </>
            }
            hint="Do not show entries that have lapsed or are suspended or revoked"
            checked={verified}
            onChange={(event) => {
              setVerified(event.target.checked)
              navigate(changed({ verified: event.target.checked }))
            }}
          />
          <ChipRow label="How far it was checked">
            {assuranceNames.map((assurance) => (
              <ChipLink
                key={assurance}
                href={changed({ assurance: filters.assurance === assurance ? '' : assurance })}
                current={filters.assurance === assurance}
                count={data.assurances?.[assurance]}
              >
                {assuranceLevels[assurance].label}
              </ChipLink>
            ))}
          </ChipRow>
          <Button type="submit" variant="quiet">
            Apply filters
          </Button>
        </div>
        {filters.category && (
          <p className="mt-4 flex flex-wrap items-center gap-3">
            <span>
              Category: <strong>{filters.category}</strong>
            </span>
            <SiteLink href={changed({ category: '' })}>All categories</SiteLink>
          </p>
        )}
        <h2 className="mt-5 mb-3 text-base font-sans font-semibold">City</h2>
        <ChipRow label="City">
          <ChipLink href={changed({ city: '' })} current={filters.city === ''}>
            All Cities
          </ChipLink>
          {filters.city && !cities.some(([name]) => isSameName(name, filters.city)) && (
            <ChipLink href={changed({})} current>
              {filters.city}
            </ChipLink>
          )}
          {cities.map(([name, entries]) => (
            <ChipLink
              key={name}
              href={changed({ city: name })}
              current={isSameName(name, filters.city)}
              count={entries}
            >
              {name}
            </ChipLink>
          ))}
          {data.hasMoreCities && (
            <SiteLink
              href={href('listings', { ...filters, cities: 'all' })}
              className="inline-flex items-center min-h-11 px-3 font-semibold"
            >
              More cities
            </SiteLink>
          )}
        </ChipRow>
      </Disclosure>
      {isFiltered && data.total + data.similar.length > 0 && (
        <p className="basis-full">
          <ButtonLink variant="link" href={href('listings')}>
            <Icon icon="i-x" />
            Clear Filters
          </ButtonLink>
        </p>
      )}
    </form>
  )
}

/** The page stays while its address changes: then the box shows what the address says, and else what is being typed. */
function useSearchBox(q: string) {
  const box = useRef<HTMLInputElement>(null)
  const shown = useRef(q)
  useEffect(() => {
    if (shown.current !== q && box.current) box.current.value = q
    shown.current = q
  }, [q])
  return box
}

/** State that begins anew whenever what it follows changes. */
function useFollowing(value: boolean) {
  const [followed, setFollowed] = useState(value)
  const [own, setOwn] = useState(value)
  if (followed !== value) {
    setFollowed(value)
    setOwn(value)
  }
  return [own, setOwn] as const
}
