import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'

/** A press of the button has a link emailed to the organisation's address. */
export function AskForLink({ applicationId }: { applicationId: string }) {
  return (
    <form method="post" action={href('access')} className="mt-3">
      <input type="hidden" name="application_id" value={applicationId} />
      <Button type="submit" variant="quiet">
        Email me a link
      </Button>
    </form>
  )
}
