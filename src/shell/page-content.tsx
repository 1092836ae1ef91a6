import { use, useEffect } from 'react'
import { PostedContext } from '#ui/posted-context.ts'
import type { Posted } from '#wire/form.ts'
import type { AdminPerson, Page } from '#wire/page.ts'

/** A page with its data. Where its module is still to come, what the document holds of it stays as it is. */
export function PageContent<Data>({
  module,
  data,
  posted,
  admin,
  onStart,
}: {
  module: { page: Page<Data> } | Promise<{ page: Page<Data> }>
  data: Data
  posted?: Posted | undefined
  admin?: AdminPerson | undefined
  /** Told once the page listens. */
  onStart?: (() => void) | undefined
}) {
  const { Component } = (module instanceof Promise ? use(module) : module).page
  // After the effects of the page itself.
  useEffect(() => {
    document.documentElement.dataset.started = ''
    onStart?.()
  }, [onStart])
  return (
    <PostedContext value={posted ?? null}>
      <Component data={data} admin={admin} />
    </PostedContext>
  )
}
