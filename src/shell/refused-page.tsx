import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { Prose } from '../ui/prose.tsx'
import { definePage } from '../wire/page.ts'

export const page = definePage<null>({
  Component: RefusedPage,
  meta: () => ({ title: 'Not part of your role' }),
})

/** For someone of the desk whose role does not carry the duty that the page takes. */
function RefusedPage() {
  return (
    <>
      <PageHeading>Not part of your role</PageHeading>
      <Prose className="mt-6">
        <p>
          You are signed in, but this page belongs to another role. An owner of the desk can change what yours includes.
        </p>
        <p>
          <Link href={paths.admin()}>Go to the desk</Link>
        </p>
      </Prose>
    </>
  )
}
