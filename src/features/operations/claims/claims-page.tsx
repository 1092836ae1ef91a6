import { adminHref } from '#admin-pages.ts'
import { type ClaimPlace, claimPlaces, placeEntry } from '#domain/claim-places.ts'
import { type ClaimState, claimKinds } from '#domain/claims.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { Fields, Outcome } from '#ui/form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { VisuallyHidden } from '#ui/text.tsx'
import { inFormOrder, problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { proofForm, textsForm } from './form.ts'
import type { adminClaims } from './server.ts'

type Data = PageData<typeof adminClaims>
type ListedClaim = Data['claims'][number]

export const page = definePage<Data>(
  ({ data }) => (data.form ? <ClaimForm form={data.form} /> : <Ledger data={data} />),
  ({ form }) => (form ? (form.id ? 'Change a claim' : 'Add a claim') : 'Claims'),
)

const states: Record<ClaimState, { label: string; tone: BadgeTone }> = {
  shown: { label: 'Shown', tone: 'accredited' },
  'ends-soon': { label: 'Shown, ends within 30 days', tone: 'warning' },
  'no-proof': { label: 'No proof', tone: 'danger' },
  ended: { label: 'Ended', tone: 'danger' },
  'not-begun': { label: 'Not started', tone: 'neutral' },
}
const places = Object.keys(claimPlaces) as ClaimPlace[]

function Ledger({ data: { claims, hidden, isDemo } }: { data: Data }) {
  const counted = (Object.keys(states) as ClaimState[])
    .map((state) => ({ state, count: claims.filter((claim) => claim.state === state).length }))
    .filter(({ count }) => count > 0)
  return (
    <>
      <PageHeading lead="What the site says about the authority and must prove: figures, quotations, people, winners, press releases, events, promises, earlier prices, deadlines and partners. In production, a claim is shown only if it has a proof, a responsible person, and dates that include today." />
      <Outcome />
      <p className="mt-6">
        {counted.map(({ state, count }) => `${states[state].label}: ${count}`).join('. ')}.
        {isDemo &&
          ' This is a demonstration. Every claim is shown, and those without a valid proof are shown as samples.'}
      </p>
      {places.map((place) => (
        <Place
          key={place}
          place={place}
          claims={claims.filter((claim) => claim.place === place)}
          isHidden={hidden.includes(place)}
        />
      ))}
    </>
  )
}

function Place({ place, claims, isHidden }: { place: ClaimPlace; claims: Data['claims']; isHidden: boolean }) {
  const { page, part, max } = placeEntry(place)
  const name = `${page}: ${part}`
  return (
    <section aria-labelledby={place} className="mt-10">
      <h2 id={place} className="text-lg">
        {name}
      </h2>
      {isHidden && (
        <p className="mt-1 text-muted">
          Switched off under <a href={adminHref('adminContent')}>Content</a>: nothing is shown here.
        </p>
      )}
      {max && claims.length > max && <p className="mt-1 text-muted">The first {max} with a proof are shown.</p>}
      {claims.length > 0 && (
        <AdminTable
          caption={`Claims shown at ${name}`}
          columns={[
            { label: 'Claim', href: ({ id }) => adminHref('adminClaims', { edit: id }), cell: words },
            { label: 'State', cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge> },
            { label: 'Responsible', grows: true, cell: ({ owner }) => owner || 'Nobody' },
            { label: 'Valid', cell: validity },
          ]}
          rows={claims}
        />
      )}
      <p className="mt-2">
        <a href={adminHref('adminClaims', { add: place })} className="inline-flex items-center min-h-11">
          Add a claim
          <VisuallyHidden>: {name}</VisuallyHidden>
        </a>
      </p>
    </section>
  )
}

function words({ kind, value, label, quote, name, role }: ListedClaim): string {
  switch (kind) {
    case 'partner-logo':
      return name
    case 'testimonial':
    case 'press-quote':
      return `“${quote}” ${[name, role].filter(Boolean).join(', ')}`
    case 'person':
      return [name, role].filter(Boolean).join(', ')
    case 'winner':
      return `${label} ${value}: ${name}, ${role}`
    case 'press-release':
    case 'announcement':
      return name
    case 'promise':
      return `${name}: ${quote}`
    case 'earlier-price':
      return `${claimKinds[kind].label}: ${value}`
    default:
      return [value, label].filter(Boolean).join(' ')
  }
}

function validity({ validFrom, validUntil }: ListedClaim): string {
  if (!validFrom && !validUntil) return 'No dates'
  return `${validFrom ? londonDateOf(validFrom) : 'No first day'} to ${validUntil ? londonDateOf(validUntil) : 'no last day'}`
}

function ClaimForm({ form: { id, place, typed: stored, ...form } }: { form: NonNullable<Data['form']> }) {
  const posted = usePosted('save')
  const typed = { ...stored, ...posted.typed }
  const problems = inFormOrder(posted.problems, Object.keys(typed))
  // After a conflict the form carries the new revision: sending it again puts what was typed in place of what is stored by then.
  const isConflict = posted.notice !== null
  const seen = isConflict ? form.seen : (posted.typed.seen ?? form.seen)
  const { page, part, kinds } = placeEntry(place)
  const kind = kinds.find((each) => each === typed.kind) ?? kinds[0]!
  const action = adminHref('adminClaims', id ? { edit: id } : { add: place })
  return (
    <>
      <PageHeading lead={`${page}: ${part}`} />
      <Outcome />
      <form
        key={`${seen} ${JSON.stringify(problems)}`}
        method="post"
        action={action}
        noValidate
        data-unsaved={isConflict ? '' : undefined}
        className="mt-8 max-w-form flex flex-col gap-6"
      >
        <ErrorSummary problems={problems} />
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="place" value={place} />
        {kinds.length === 1 ? (
          <input type="hidden" name="kind" value={kind} />
        ) : (
          <Select
            name="kind"
            label="Kind"
            options={kinds.map((value) => ({ value, label: claimKinds[value].label }))}
            defaultValue={kind}
            error={problemOf(problems, 'kind')}
          />
        )}
        <Fields of={textsForm(kind)} typed={typed} problems={problems} />
        <fieldset className="flex flex-col gap-6">
          <legend className="mb-4 font-serif text-xl">Proof</legend>
          <Fields of={proofForm} typed={typed} problems={problems} />
        </fieldset>
        <TextInput
          name="position"
          label="Order"
          hint="A whole number. Smaller numbers come first. Claims without a number come last."
          optional
          inputMode="numeric"
          maxLength={5}
          defaultValue={typed.position}
          error={problemOf(problems, 'position')}
          className="max-w-40"
        />
        <div className="flex flex-wrap gap-3">
          <Button>{id ? 'Save claim' : 'Add claim'}</Button>
          <ButtonLink variant="link" href={adminHref('adminClaims')}>
            Back to the list
          </ButtonLink>
        </div>
      </form>
      {form.changedAt && (
        <p className="mt-6 text-sm text-muted">
          Changed <AdminTime at={form.changedAt} />
          {form.changedBy && `, by ${form.changedBy}`}
        </p>
      )}
      {/* Asks before it removes, without a script too. */}
      {id && (
        <Disclosure summary="Remove this claim" className="mt-8 max-w-form">
          <p>
            It is then not shown anywhere, not even in the demonstration. The audit log keeps its text. To stop showing
            it but keep it here, set its last day instead.
          </p>
          <PostButton action={action} command="remove" fields={{ seen }} label="Remove it" className="mt-4" />
        </Disclosure>
      )}
    </>
  )
}
