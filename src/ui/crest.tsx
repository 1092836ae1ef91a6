import { classNames } from './class-names.ts'

/** The authority's mark, from public/crest.svg. An ornament beside the name; its size comes in as classes. */
export function Crest({ className }: { className?: string | undefined }) {
  return <img src="/crest.svg" alt="" width={100} height={100} className={classNames('crest', className)} />
}
