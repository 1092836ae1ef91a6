import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { londonDateOf } from '../../../domain/london-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { TooOften } from '../../mail/too-often.tsx'
import { askAgain, type IdentityWaiting } from './rules.ts'

/**
 * What a paid listing waits for before it is published, and the button that has the mail sent again.
 *
 * @param here this page's own address, which the button posts to.
 */
export function IdentityNotice({ identity, here }: { identity: IdentityWaiting; here: string }) {
  const { waits, email, until, mailbox, isSent, wait } = identity
  const [, navigate] = useLocation()
  useEffect(() => {
    // The link is opened elsewhere: whoever comes back sees how it stands.
    const look = () => {
      if (document.visibilityState === 'visible') navigate(here, { replace: true })
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [here, navigate])
  const isAddressMissing = waits.includes('address')
  return (
    <>
      <TooOften wait={wait} />
      <Notice tone="warning" className="mt-8" title="Not published yet">
        {isAddressMissing && (
          <>
            <p>
              Please confirm your email address: open the link that we have sent to <strong>{email}</strong> and press
              its button.
            </p>
            {mailbox && (
              <p className="mt-2">
                In this demonstration no mail leaves: <SiteLink href={mailbox}>look into the mailbox</SiteLink>.
              </p>
            )}
          </>
        )}
        {waits.includes('reviewer') && (
          <p className={isAddressMissing ? 'mt-2' : undefined}>
            {isAddressMissing ? 'Then a' : 'A'} reviewer checks that the application comes from the organisation that it
            names.
          </p>
        )}
        <p className="mt-2">
          {isAddressMissing && !waits.includes('reviewer')
            ? 'Your event is published at once when that is done.'
            : 'You get an email when your event is published.'}{' '}
          Nothing has to be paid again. What is not published by {londonDateOf(until)} is paid back.
        </p>
        {isAddressMissing &&
          (isSent ? (
            <p role="status" className="mt-4 font-semibold">
              The mail is on its way again. It can take a few minutes; look among unwanted mail as well.
            </p>
          ) : (
            <form method="post" action={here} className="mt-4">
              <input type="hidden" name="intent" value={askAgain} />
              <Button type="submit" variant="quiet">
                Send the mail again
              </Button>
            </form>
          ))}
      </Notice>
    </>
  )
}
