import { type ReactNode, Suspense, use } from 'react'
import type { Deferred, DeferredResult } from '#wire/deferred.ts'
import { deferredId, inlineJson } from '#wire/deferred.ts'
import { Notice } from './notice.tsx'

type DeferredSectionProps<Name extends string, Value> = {
  data: { [Each in Name]: Deferred<Value> }
  name: Name
  skeleton: ReactNode
  children: (value: Value) => ReactNode
}

/** The page comes with the skeleton, and this part follows once its value is there; in the answer to a move it is. */
export function DeferredSection<Name extends string, Value>({
  data,
  name,
  skeleton,
  children,
}: DeferredSectionProps<Name, Value>) {
  const deferred = data[name]
  if (!(deferred instanceof Promise)) return show(deferred, children)
  return (
    <Suspense fallback={<div className="deferred-skeleton">{skeleton}</div>}>
      <Awaited id={deferredId(name)} deferred={deferred}>
        {children}
      </Awaited>
    </Suspense>
  )
}

function Awaited<Value>({
  id,
  deferred,
  children,
}: {
  id: string
  deferred: Promise<DeferredResult<Value>>
  children: (value: Value) => ReactNode
}) {
  const arrived = use(deferred)
  return (
    <>
      <script
        id={id}
        type="application/json"
        dangerouslySetInnerHTML={{ __html: inlineJson(arrived) }}
        suppressHydrationWarning
      />
      {show(arrived, children)}
    </>
  )
}

function show<Value>(arrived: DeferredResult<Value>, children: (value: Value) => ReactNode): ReactNode {
  if ('value' in arrived) return children(arrived.value)
  return <Notice tone="danger" title="This part could not be loaded" text="Please reload the page in a moment." />
}
