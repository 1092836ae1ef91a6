import type { ComponentProps } from 'react'

export function SearchForm(props: ComponentProps<'form'>) {
  // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser that we serve.
  return <form role="search" {...props} />
}
