import { createContext, useContext } from 'react'
import { type Brand, defaultBrand } from '#brand.ts'

export const BrandContext = createContext<Brand>(defaultBrand)

/** The authority's identity as the operator has set it. */
export function useBrand(): Brand {
  return useContext(BrandContext)
}
