import { href } from '#pages.ts'

/** The page of a city: its name in small letters, with hyphens for blanks. In the database the folded name finds it again. */
export function cityAddress(name: string): string {
  return href('city', { city: name.toLowerCase().replaceAll(' ', '-') })
}
