/** The class of one Lucide icon. It has to stand in the source in full, for the stylesheet is made of the classes found there. */
export type IconClass = `i-${string}`

/** A picture beside a word, hidden from assistive technology: the word says it. Sized by the text around it. */
export function Icon({ icon, className }: { icon: IconClass; className?: string | undefined }) {
  return <span className={className ? `icon ${icon} ${className}` : `icon ${icon}`} aria-hidden="true" />
}
