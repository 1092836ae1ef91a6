import { type createStore, Provider, useAtomValue } from 'jotai'
import { Component, type FunctionComponent, type ReactNode, StrictMode, useEffect, useLayoutEffect } from 'react'
import { Router, useLocation } from 'wouter'
import { href } from '#pages.ts'
import { type Markup, MarkupContext, SentCards, SentPart } from '#ui/card-list.tsx'
import { Container } from '#ui/layout.tsx'
import type { Move } from '#ui/moves.ts'
import { Skeleton, Spinner } from '#ui/spinner.tsx'
import { Toaster } from '#ui/toast.tsx'
import { BrandContext, DayContext, DemonstrationContext } from '#wire/brand-context.ts'
import { Document, type DocumentData, type SharingTagsProps } from './document.tsx'
import { BrokenPage } from './error-page.tsx'
import { Header } from './header.tsx'
import { movingAtom, usePlace, usePlacePath, usePlaceSearch } from './place.ts'

/** The same on the server and in the browser, except for the tags that only other sites read. */
export function App({ store, move, cards = null, markup = null, ...page }: AppProps) {
  return (
    <StrictMode>
      <Provider store={store}>
        <Router
          hook={usePlacePath}
          searchHook={usePlaceSearch}
          {...(move ? { aroundNav: (_, to, options) => move(to, options) } : {})}
        >
          <SentCards value={cards}>
            <MarkupContext value={markup}>
              <BrandContext value={page.data.brand}>
                <DayContext value={page.data.day}>
                  <DemonstrationContext value={page.data.demonstration.data}>
                    <Page {...page} />
                  </DemonstrationContext>
                </DayContext>
              </BrandContext>
            </MarkupContext>
          </SentCards>
        </Router>
      </Provider>
    </StrictMode>
  )
}

type AppProps = {
  data: DocumentData
  json: string
  /** In the browser alone (browser/navigate.ts). */
  move?: Move
  /** The cards that the document has brought, by the names of their lists, and the parts that only the server makes. */
  cards?: Readonly<Record<string, string>> | null
  /** From the server alone (http/render-page.tsx). */
  markup?: Markup | null
  onHydrated?: (() => void) | undefined
  /** From the server alone, for a page with deferred parts. */
  nonce?: string | undefined
  /** From the server alone (document.tsx). */
  Sharing?: FunctionComponent<SharingTagsProps>
  store: ReturnType<typeof createStore>
}

function Page({ data, onHydrated, ...sent }: Omit<AppProps, 'store' | 'move' | 'cards' | 'markup'>) {
  const { meta, state, admin } = usePlace()
  // After the page's own effects, which bring back what was kept: what is typed goes over it, before any of it is shown.
  useLayoutEffect(() => onHydrated?.(), [onHydrated])
  // Tests of a page wait for this: from here on a click reaches React.
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return (
    <Document {...data} {...sent} meta={meta} status={state.status} hasDeferredSections={state.deferred !== undefined}>
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <DemonstrationBand {...data.demonstration} />
      {admin ? <admin.AdminBar person={admin.person} brand={data.brand} /> : <Header brand={data.brand} />}
      <PageFrame />
      {!admin && <SentPart as="footer" name="footer" className="on-ink" />}
      <Toaster />
    </Document>
  )
}

function DemonstrationBand({ data, payments }: DocumentData['demonstration']) {
  const says = [data && 'Events are invented.', payments && 'Payments are a test: no money moves.'].filter(Boolean)
  if (says.length === 0) return null
  return (
    <aside aria-label="Demonstration" className="band no-print">
      <Container>
        <strong>Demonstration.</strong> {says.join(' ')}
      </Container>
    </aside>
  )
}

/** The page, or a skeleton while a slow move to another path is running. */
function PageFrame() {
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
