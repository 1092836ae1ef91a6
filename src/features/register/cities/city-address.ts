import { href } from '#pages.ts'

/** In the database the folded name finds it again. */
export function cityAddress(name: string): string {
  return href('city', { city: name.toLowerCase().replaceAll(' ', '-') })
}
