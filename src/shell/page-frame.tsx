import { useAtomValue } from 'jotai'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { BrokenPage } from './error-page.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { movingAtom, usePlace } from './place.ts'

/** The main landmark: the page of the place, or a skeleton while a slow move is under way. */
export function PageFrame() {
  const { state, content, Frame } = usePlace()
  // A filter or a step changes the query alone: the page stays, with its focus and what was typed.
  const [path] = useLocation()
  const moving = useAtomValue(movingAtom)
  return (
    <main id="main" aria-busy={moving !== null || undefined}>
      {moving ? (
        <PageSkeleton to={moving} />
      ) : (
        <Guard key={path}>{Frame && state.admin ? <Frame person={state.admin}>{content}</Frame> : content}</Guard>
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
