import { useAtomValue } from 'jotai'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { href } from '#pages.ts'
import { Container } from '#ui/layout.tsx'
import { Skeleton, Spinner } from '#ui/spinner.tsx'
import { BrokenPage } from './error-page.tsx'
import { movingAtom, usePlace } from './place.ts'

/** The main landmark: the page of the place, or a skeleton while a slow move to another path is under way. */
export function PageFrame() {
  const { content, admin } = usePlace()
  // A filter or a step changes the query alone: the page stays, with its focus and what was typed.
  const [path] = useLocation()
  const moving = useAtomValue(movingAtom)
  return (
    <main id="main" aria-busy={moving !== null || undefined}>
      {moving && moving.split('?')[0] !== path ? (
        <PageSkeleton to={moving} />
      ) : (
        <Guard key={path}>{admin ? <admin.AdminFrame>{content}</admin.AdminFrame> : content}</Guard>
      )}
    </main>
  )
}

/** Keeps a page that breaks in the browser from taking the whole document with it. */
class Guard extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    return this.state.broken ? <BrokenPage /> : this.props.children
  }
}

/** The outline of a page, shown when a move takes long. `to` is the path and query that it leads to. */
function PageSkeleton({ to }: { to: string }) {
  const isEvent = to.startsWith(href('event', { slug: '' }))
  return (
    <Container className="py-10">
      <Spinner label={isEvent ? 'Loading event details...' : 'Loading…'} className="mb-6" />
      <Skeleton className="h-10 w-2/3 mb-6" />
      <Skeleton className="h-6 w-full mb-3" />
      <Skeleton className="h-6 w-2/3 mb-8" />
      <div className="cards">
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} className="h-80 w-full" />
        ))}
      </div>
    </Container>
  )
}
