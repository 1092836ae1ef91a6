import { type createStore, Provider, useAtomValue } from 'jotai'
import { Component, type FunctionComponent, type ReactNode, StrictMode, useEffect, useLayoutEffect } from 'react'
import { Router, useLocation } from 'wouter'
import type { Brand } from '#brand.ts'
import { href } from '#pages.ts'
import { SentCards } from '#ui/card-list.tsx'
import { Container } from '#ui/layout.tsx'
import type { Move } from '#ui/moves.ts'
import { Skeleton, Spinner } from '#ui/spinner.tsx'
import { Toaster } from '#ui/toast.tsx'
import { BrandContext } from '#wire/brand-context.ts'
import { Document, type DocumentAssets, type NamedAssets } from './document.tsx'
import { BrokenPage } from './error-page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { movingAtom, usePlace, usePlacePath, usePlaceSearch } from './place.ts'
import type { SharingTagsProps } from './sharing-tags.tsx'

/** What the document carries once, as JSON, so that the browser renders the same tree as the server. */
export type DocumentData = {
  brand: Brand
  assets: DocumentAssets & Partial<NamedAssets>
  /** Origin for canonical links. */
  publicUrl: string
  /** For the © line: the year of the rendering. */
  year: number
  /** What every page says: the data are a demonstration's, payments are a test. */
  demonstration: { data: boolean; payments: boolean }
}

/** The whole document of the current place. The same on both sides, but for the tags that only other sites read. */
export function App({
  data,
  json,
  store,
  move,
  cards = null,
  onHydrated,
  nonce,
  Sharing,
  partners,
}: {
  data: DocumentData
  json: string
  /** How links and `useLocation` move: the browser's alone (browser/navigate.ts). */
  move?: Move
  /** The cards that the document has brought, by the names of their lists: the browser's alone. */
  cards?: Readonly<Record<string, string>> | null
  /** Told once handlers hear what is done: the browser's alone. */
  onHydrated?: (() => void) | undefined
  /** Given by the server alone, for a page with late parts. */
  nonce?: string | undefined
  /** Given by the server alone (sharing-tags.tsx). */
  Sharing?: FunctionComponent<SharingTagsProps>
  /** Given by the server alone (header-partners.tsx). */
  partners?: ReactNode
  store: ReturnType<typeof createStore>
}) {
  return (
    <StrictMode>
      <Provider store={store}>
        <Router
          hook={usePlacePath}
          searchHook={usePlaceSearch}
          {...(move ? { aroundNav: (_, to, options) => move(to, options) } : {})}
        >
          <SentCards value={cards}>
            <BrandContext value={data.brand}>
              <Page {...{ data, json, onHydrated, nonce, Sharing, partners }} />
            </BrandContext>
          </SentCards>
        </Router>
      </Provider>
    </StrictMode>
  )
}

function Page({
  data,
  json,
  onHydrated,
  nonce,
  Sharing,
  partners,
}: {
  data: DocumentData
  json: string
  onHydrated: (() => void) | undefined
  nonce: string | undefined
  Sharing: FunctionComponent<SharingTagsProps> | undefined
  partners: ReactNode
}) {
  const { meta, state, admin } = usePlace()
  // After those of the page, which bring back what was kept: what is typed goes over it, before any of it is shown.
  useLayoutEffect(() => onHydrated?.(), [onHydrated])
  // Whoever tests a page waits for this: from here on a click reaches React.
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return (
    <Document
      meta={meta}
      status={state.status}
      brand={data.brand}
      assets={data.assets}
      publicUrl={data.publicUrl}
      json={json}
      hasLateParts={state.late !== undefined}
      nonce={nonce}
      Sharing={Sharing}
    >
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <DemonstrationBand {...data.demonstration} />
      {admin ? (
        <admin.AdminBar person={admin.person} brand={data.brand} />
      ) : (
        <Header brand={data.brand} partners={partners} />
      )}
      <PageFrame />
      {!admin && <Footer brand={data.brand} year={data.year} />}
      <Toaster />
    </Document>
  )
}

/** Said on every page: what on this site is invented or a test. */
function DemonstrationBand({ data, payments }: DocumentData['demonstration']) {
  const says = [data && 'Events are invented.', payments && 'Payments are a test: no money moves.'].filter(Boolean)
  if (says.length === 0) return null
  return (
    <aside aria-label="Demonstration" className="bg-gold-surface border-b border-border text-sm no-print">
      <Container className="py-2">
        <strong>Demonstration.</strong> {says.join(' ')}
      </Container>
    </aside>
  )
}

/** The main landmark: the page of the place, or a skeleton while a slow move to another path is under way. */
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
