import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { londonDateOf } from '#domain/london-time.ts'
import type { MoveState } from '#ui/moves.ts'
import { Notice, TooOften } from '#ui/notice.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { askAgain } from './rules.ts'
import type { IdentityWaiting } from './server/load-identity-waiting.ts'

/** Milliseconds between two looks whether the event is published by now, and how many there are before the person is left to come back. */
const lookEvery = 2_000
const maxLooks = 30

/** @param here this page's own address, which the button posts to. */
export function IdentityNotice({ identity, here }: { identity: IdentityWaiting; here: string }) {
  const { waits, email, until, mailbox, isSent, wait } = identity
  const [, navigate] = useLocation()
  // Everything is there, and the queue publishes it.
  const isDue = waits.length === 0
  useEffect(() => {
    // The link is opened elsewhere: a person who comes back sees the new status.
    const look = () => {
      if (document.visibilityState === 'visible')
        navigate(here, { replace: true, state: 'refresh' satisfies MoveState })
    }
    let looks = 0
    const lookAgain = () => {
      if (++looks >= maxLooks) clearInterval(timer)
      look()
    }
    const timer = isDue ? setInterval(lookAgain, lookEvery) : undefined
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [here, isDue, navigate])
  const isAddressMissing = waits.includes('address')
  const isHeld = waits.includes('date') || waits.includes('refusal')
  return (
    <>
      <TooOften wait={wait} />
      <Notice tone="warning" className="mt-8" title="Not published yet">
        {waits.includes('refusal') ? (
          <p className="mb-2">
            The assessment of your event ended in a refusal, so we cannot publish it. The page of your application and
            our email give the reasons and say how to appeal.
          </p>
        ) : (
          isHeld && (
            <p className="mb-2">
              The date of your event has passed, so we cannot publish it. If the date is wrong or has moved, change it
              on the page of your application.
            </p>
          )
        )}
        {isAddressMissing && (
          <>
            <p>
              Please confirm your email address. Open the link that we sent to <strong>{email}</strong> and press the
              button.
            </p>
            {mailbox && (
              <p className="mt-2">
                This demonstration does not send emails: <a href={mailbox}>look in the mailbox</a>.
              </p>
            )}
          </>
        )}
        {waits.includes('reviewer') && (
          <p className={isAddressMissing ? 'mt-2' : undefined}>
            {isAddressMissing ? 'Then a' : 'A'} reviewer checks that the application is from the organisation named in
            it.
          </p>
        )}
        <p className="mt-2">
          {isDue && 'Nothing is missing any more: this page shows your event as soon as it is published. '}
          {isAddressMissing && !isHeld && !waits.includes('reviewer')
            ? 'We then publish your event at once.'
            : 'We will email you when your event is published.'}{' '}
          You do not have to pay again. If your event is not published by {londonDateOf(until)} we refund you.
        </p>
        {isAddressMissing &&
          (isSent ? (
            <p role="status" className="mt-4 font-semibold">
              We have sent the email again. It can take a few minutes. Check your spam folder too.
            </p>
          ) : (
            <PostButton action={here} command={askAgain} label="Send the email again" className="mt-4" />
          ))}
      </Notice>
    </>
  )
}
