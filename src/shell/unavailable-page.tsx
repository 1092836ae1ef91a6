import { Button } from '#ui/button.tsx'
import { Container } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Prose } from '#ui/text.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'

export type UnavailableData = {
  /** `full`: what is there can be read; `slow`: a statement took too long; `often`: this client has asked too often. */
  cause: 'unreachable' | 'full' | 'slow' | 'often'
  /** Seconds after which to try again. */
  wait: number
  reference: string
  address: string
  /** Null when nothing was sent, or when it holds a password. */
  sent: { name: string; value: string }[] | null
  isForm: boolean
}

export const page = definePage<UnavailableData>(UnavailablePage, 'Not available at the moment')

/** What was typed is carried on in the page, so that one press sends it again. */
function UnavailablePage({ data }: { data: UnavailableData }) {
  const brand = useBrand()
  const { cause, wait, sent, isForm, address, reference } = data
  return (
    <Container className="py-10 lg:py-16">
      <PageHeading />
      <Prose className="mt-6">
        {cause === 'unreachable' ? (
          <p>We cannot reach our records at the moment. This usually lasts a minute or two.</p>
        ) : cause === 'full' ? (
          <p>Our records take nothing new at the moment. What is there can be read, and we have been told.</p>
        ) : cause === 'slow' ? (
          <p>
            This took too long because our records are very busy. Try again in a minute. Searching for a longer word is
            faster.
          </p>
        ) : (
          <p>
            There were too many searches from your connection within a minute. Please wait{' '}
            {wait === 1 ? 'a second' : `${wait} seconds`} and try again.
          </p>
        )}
        {sent ? (
          <p>
            <strong>What you sent was not saved.</strong> It is still on this page. Wait a minute, then press the button
            to send it again. You do not have to type anything again.
          </p>
        ) : isForm ? (
          <p>What you sent was not saved. Please go back and send it again in a minute.</p>
        ) : null}
      </Prose>
      {sent ? (
        <form method="post" action={address} className="mt-6">
          {sent.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button>Send it again</Button>
        </form>
      ) : (
        <p className="mt-6">
          <a href={address}>{isForm ? 'Back to the form' : 'Try again'}</a>
        </p>
      )}
      <Prose className="mt-6">
        <p>
          If it still does not work, call <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a> or email{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a> and quote this reference:{' '}
          <strong className="figures">{reference}</strong>
        </p>
      </Prose>
    </Container>
  )
}
