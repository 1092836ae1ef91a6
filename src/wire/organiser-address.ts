import { slugOf } from '#domain/slug.ts'
import { href } from '#pages.ts'

export function organiserAddress({ id, name }: { id: number; name: string }): string {
  return href('organiser', { organiser: `${slugOf(name, 'organiser')}-${id}` })
}

/** By the entry's own name, which leads to the present one. */
export function organiserPageOf(id: number | null, name: string): string | null {
  return id === null ? null : organiserAddress({ id, name })
}

/** A changed name does not matter. */
export function organiserId(slug: string): number | null {
  const [, id] = /(?:^|-)([1-9]\d{0,8})$/.exec(slug) ?? []
  return id ? Number(id) : null
}
