import { href } from '#pages.ts'
import { PostButton } from '#ui/post-button.tsx'

/** A press of the button has a link emailed to the organisation's address. */
export const AskForLink = ({ applicationId }: { applicationId: string }) => (
  <PostButton
    action={href('access')}
    fields={{ application_id: applicationId }}
    label="Email me a link"
    className="mt-3"
  />
)
