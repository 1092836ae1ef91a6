import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import { href } from '../../../pages.ts'
import { SearchInput } from '../../../ui/field.tsx'
import { Container } from '../../../ui/layout.tsx'
import { content } from './content.ts'

/** What most people come to a register for: looking something up. An ordinary form that asks the listings by GET. */
export function RegisterCheck() {
  const [, navigate] = useLocation()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    navigate(href('listings', { q }))
  }
  return (
    <search className="block bg-surface-raised border-b border-border">
      <Container className="py-8 lg:py-10">
        <form action={href('listings')} onSubmit={submit} className="grid gap-x-12 gap-y-4 items-end lg:grid-cols-2">
          <h2>{content.check.title}</h2>
          <SearchInput name="q" label={content.check.label} button={content.check.button} maxLength={100} />
        </form>
      </Container>
    </search>
  )
}
