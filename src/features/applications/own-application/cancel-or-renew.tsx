import { reminderDays } from '#domain/listing-term.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { pounds, poundsAndPence } from '#domain/money.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { NotSent } from '#ui/notice.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { Part } from './own-parts.tsx'
import type { myApplication } from './server.ts'

type Data = Extract<PageData<typeof myApplication>, { kind: 'found' }>

const lapses =
  'the register then shows it as lapsed, and so do the certificate and the badge. Its page and its number stay.'

/** The one place to end it: what it does, and one button for each way. */
export function CancelOrRenew({
  data: { appId, state, listing, listingPrice, monthly, cancelled, endingProblem },
}: {
  data: Data
}) {
  return (
    <Part id="renewal" title="Cancel or renew">
      <NotSent title="Nothing was changed" notice={endingProblem} className="mt-4" />
      {listing ? (
        <Renewing appId={appId} type="listing" term={listing} words={listingWords(listing)} />
      ) : (
        <p className="mt-4">
          {state.listing === 'renew'
            ? `The listing has lapsed. Renewed, it costs ${listingPrice}. `
            : monthly.length === 0 && 'Nothing renews. '}
          {state.listing === 'renew' && <a href={href('listingCheckout', { appId })}>Renew the listing</a>}
        </p>
      )}
      {monthly.map((service) => (
        <Renewing key={service.type} appId={appId} type={service.type} term={service} words={monthlyWords(service)} />
      ))}
      {cancelled.map(({ type, label, askedAt, refundPence, refundBy }) => (
        <p key={type} className="mt-4">
          You cancelled {type !== 'listing' && `${label} `}on {londonDateOf(askedAt)}. We refund{' '}
          {poundsAndPence(refundPence)} by {longDay(refundBy)}.
        </p>
      ))}
      <p className="mt-4">
        <a href={href('afterTheEvent')}>What happens after the event, and in the second year</a>
      </p>
    </Part>
  )
}

type Listing = NonNullable<Data['listing']>

const stoppedWords = (by: Listing['stoppedBy'], day: string) =>
  ({
    applicant: `You have cancelled. The listing ends on ${day}, and the register then shows the entry as lapsed. To keep it, renew with Manage Billing before that day.`,
    unconfirmed: `The listing does not renew. It ends on ${day}, and the register then shows the entry as lapsed. To keep it, confirm the facts before that day.`,
    withheld: `We have stopped the renewal, because the accreditation was suspended or revoked. The listing ends on ${day}. If the entry is active again before that day, you can renew it with Manage Billing.`,
  })[by]

type Words = {
  heading?: string
  state: string
  /** What the buttons say first. */
  end: string
  cancel: string
  /** What each does. */
  ending: string
  cancelling: string
}

function listingWords({ on, isStopped, isUnpaid, stoppedBy, pricePence, includesVat }: Listing): Words {
  const day = londonDateOf(on)
  const [first, second] = reminderDays
  return {
    state: isStopped
      ? stoppedWords(stoppedBy, day)
      : isUnpaid
        ? `The renewal of ${day} is not paid yet. While we try the payment, the entry stays.`
        : `The listing renews on ${day} at ${pounds(pricePence)}${includesVat ? ' including VAT' : ''}. We email you ${first} days and ${second} days before.`,
    end: 'End the listing',
    cancel: 'Cancel',
    ending: `the entry ${isUnpaid ? 'ends now' : `stays until ${day}`}: ${lapses}`,
    cancelling: `The listing ends at once: ${lapses}`,
  }
}

/** Of what is paid each month, beside the listing. */
function monthlyWords({ label, on, isStopped, isUnpaid, pricePence, includesVat }: Data['monthly'][number]): Words {
  const day = londonDateOf(on)
  return {
    heading: label,
    state: isStopped
      ? `You have cancelled. It ends on ${day}. To keep it, renew with Manage Billing before that day.`
      : isUnpaid
        ? `The renewal of ${day} is not paid yet. We still try the payment.`
        : `It renews on ${day} at ${pounds(pricePence)}${includesVat ? ' including VAT' : ''}, and every month after.`,
    end: `End ${label}`,
    cancel: `Cancel ${label}`,
    ending: `it ${isUnpaid ? 'ends now' : `goes on until ${day}`}.`,
    cancelling: 'It ends at once.',
  }
}

type RenewingProps = { appId: string; type: string; term: Listing | Data['monthly'][number]; words: Words }

function Renewing({ appId, type, term: { on, isUnpaid, canEnd, change }, words }: RenewingProps) {
  const action = href('myApplication', { appId })
  return (
    <>
      {words.heading && <h3 className="mt-6 font-semibold">{words.heading}</h3>}
      <p className={words.heading ? 'mt-2' : 'mt-4'}>{words.state}</p>
      {canEnd && (
        <>
          <p className="mt-4">If you end it, {words.ending} Nothing more is charged.</p>
          <PostButton
            action={action}
            command={`end-${type}`}
            label={`${words.end} ${isUnpaid ? 'now' : `on ${londonDateOf(on)}`}`}
            className="mt-4"
          />
        </>
      )}
      {change && (
        <>
          <p className="mt-6">
            Until the end of {londonDateOf(change.until)} you can change your mind: cancel now, and we refund{' '}
            {poundsAndPence(change.refundPence)} within 14 days. {words.cancelling}
          </p>
          <PostButton
            action={action}
            command={`cancel-${type}`}
            label={`${words.cancel} now and get ${poundsAndPence(change.refundPence)} back`}
            className="mt-4"
          />
        </>
      )}
    </>
  )
}
