import { classNames } from './class-names.ts'

/** The class of one Lucide icon. It has to stand in the source in full, for the stylesheet is made of the classes found there. */
export type IconClass = `i-lucide-${string}`

/** A picture beside a word, hidden from assistive technology: the word says it. Sized by the text around it. */
export function Icon({ icon, className }: { icon: IconClass; className?: string | undefined }) {
  return <span className={classNames(icon, className)} aria-hidden="true" />
}
