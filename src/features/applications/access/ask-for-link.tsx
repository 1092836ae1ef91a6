import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'

/** Has a link emailed to the address of an application's organisation; its form leads to the page that says so. */
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
