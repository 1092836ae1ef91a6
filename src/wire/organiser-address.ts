import { slugOf } from '#domain/slug.ts'
import { href } from '#pages.ts'

/** A name for people, and the number that finds it. */
export function organiserAddress({ id, name }: { id: number; name: string }): string {
  return href('organiser', { organiser: `${slugOf(name, 'organiser')}-${id}` })
}

/** By the name that the entry has, which leads to the present one. */
export function organiserPageOf(id: number | null, name: string): string | null {
  return id === null ? null : organiserAddress({ id, name })
}

/** A name that was corrected since does not matter. */
export function organiserId(slug: string): number | null {
  const [, id] = /(?:^|-)([1-9]\d{0,8})$/.exec(slug) ?? []
  return id ? Number(id) : null
}
