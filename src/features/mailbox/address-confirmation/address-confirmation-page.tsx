import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice, TooOften } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import type { addressConfirmation } from './server.ts'

type Data = PageData<typeof addressConfirmation>

const words = {
  usable: {
    title: 'Confirm your email address',
    text: 'Press the button to confirm that the email address we sent this link to is yours.',
  },
  confirmed: {
    title: 'Your email address is confirmed',
    text: 'Thank you. The page of your application says what comes next. You will not have to confirm this address again.',
  },
  expired: { title: 'This link has expired', text: 'It worked for 14 days. You can ask for a new one.' },
  unknown: {
    title: 'This link does not work',
    text: 'Part of the link may be missing. Copy the whole link from the email.',
  },
} as const

export const page = definePage<Data>(AddressConfirmationPage, ({ kind }) => words[kind].title)

function AddressConfirmationPage({ data: { kind, token, wait, isSent } }: { data: Data }) {
  const { text } = words[kind]
  return (
    <Section narrow>
      <PageHeading lead={text} />
      <TooOften wait={wait} />
      {kind === 'usable' && (
        <form method="post" action={href('addressConfirmation', { token })} className="mt-8">
          <Button>Confirm the address</Button>
        </form>
      )}
      {kind === 'confirmed' && (
        <ButtonLink href={href('myApplications')} variant="quiet" className="mt-8">
          My applications
        </ButtonLink>
      )}
      {kind === 'unknown' && (
        <ButtonLink href={href('contact')} variant="quiet" className="mt-8">
          Contact us
        </ButtonLink>
      )}
      {kind === 'expired' && isSent && (
        <Notice tone="success" live="status" className="mt-8" title="Check your email">
          <p>We have sent a new link to the same address.</p>
        </Notice>
      )}
      {kind === 'expired' && !isSent && (
        <form method="post" action={href('addressConfirmation', { token })} className="mt-8">
          <input type="hidden" name="intent" value="renew" />
          <Button>Email me a new link</Button>
        </form>
      )}
    </Section>
  )
}
