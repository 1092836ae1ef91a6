/** In full in the source, because the stylesheet is made of the classes found there. */
export type IconClass = `i-${string}`

/** Hidden from assistive technology, as the word beside it says it. Sized by the text around it. */
export function Icon({ icon, className }: { icon: IconClass; className?: string | undefined }) {
  return <span className={className ? `icon ${icon} ${className}` : `icon ${icon}`} aria-hidden="true" />
}
