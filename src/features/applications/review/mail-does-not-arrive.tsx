import type { SuppressedAddress } from '#domain/bounces.ts'
import { causeWords } from '#domain/bounces.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { Notice } from '#ui/notice.tsx'

/** Tells the admin area that whoever it is about gets no emails; nothing where they do. */
export function MailDoesNotArrive({ suppressed }: { suppressed: SuppressedAddress | null }) {
  if (!suppressed) return null
  const { email, cause, reason, since } = suppressed
  return (
    <Notice tone="warning" title="Our emails do not arrive" className="mt-4">
      <p>
        Since {londonDateOf(since)} we send nothing to {email}. {causeWords[cause]} {reason}
      </p>
      <p className="mt-2">
        Ask by telephone for another address. If this one is right, an owner can have emails sent to it again, in the
        mailbox under “Suppressed addresses”.
      </p>
    </Notice>
  )
}
