import { href } from '../pages.ts'
import { Container } from '../ui/layout.tsx'
import { Skeleton, Spinner } from '../ui/spinner.tsx'

/** The outline of a page, shown when a move takes long. `to` is the path and query that it leads to. */
export function PageSkeleton({ to }: { to: string }) {
  const isEvent = to.startsWith(href('event', { slug: '' }))
  return (
    <Container className="py-10">
      <Spinner label={isEvent ? 'Loading event details...' : 'Loading…'} className="mb-6" />
      <Skeleton className="h-10 w-2/3 mb-6" />
      <Skeleton className="h-5 w-full mb-3" />
      <Skeleton className="h-5 w-2/3 mb-10" />
      <div className="cards">
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} className="h-80 w-full" />
        ))}
      </div>
    </Container>
  )
}
