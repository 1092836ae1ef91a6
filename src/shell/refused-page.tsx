import { adminHref } from '#admin-pages.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { Prose } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'

export const page = definePage<null>(RefusedPage, 'Not part of your role')

/** For somebody whose roles do not carry the permission that the page takes. */
function RefusedPage() {
  return (
    <>
      <PageHeading />
      <Prose className="mt-6">
        <p>
          You are signed in, but your role does not include this page. An owner of the admin area can change your roles.
        </p>
        <p>
          <a href={adminHref('admin')}>Go to the admin area</a>
        </p>
      </Prose>
    </>
  )
}
