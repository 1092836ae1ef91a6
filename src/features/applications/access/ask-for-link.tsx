import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'

/** A button that has a link mailed to the address of an application's organisation: an ordinary form that leads to its own page. */
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
