import { type ReactNode, Suspense, use } from 'react'
import type { Arrived, Late } from '#wire/late.ts'
import { inlineJson, lateId } from '#wire/late.ts'
import { Notice } from './notice.tsx'

type LatePartProps<Name extends string, Value> = {
  data: { [Each in Name]: Late<Value> }
  name: Name
  skeleton: ReactNode
  children: (value: Value) => ReactNode
}

/** The page comes with the skeleton, and this part follows once its value is there; in the answer to a move it is. */
export function LatePart<Name extends string, Value>({ data, name, skeleton, children }: LatePartProps<Name, Value>) {
  const late = data[name]
  if (!(late instanceof Promise)) return show(late, children)
  return (
    <Suspense fallback={<div className="late-skeleton">{skeleton}</div>}>
      <Awaited id={lateId(name)} late={late}>
        {children}
      </Awaited>
    </Suspense>
  )
}

function Awaited<Value>({
  id,
  late,
  children,
}: {
  id: string
  late: Promise<Arrived<Value>>
  children: (value: Value) => ReactNode
}) {
  const arrived = use(late)
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

function show<Value>(arrived: Arrived<Value>, children: (value: Value) => ReactNode): ReactNode {
  if ('value' in arrived) return children(arrived.value)
  return (
    <Notice tone="danger" title="This part could not be loaded">
      <p>Please reload the page in a moment.</p>
    </Notice>
  )
}
