import { createContext, useContext } from 'react'
import { type Brand, defaultBrand } from '#brand.ts'

export const BrandContext = createContext<Brand>(defaultBrand)

export function useBrand(): Brand {
  return useContext(BrandContext)
}

/** Whether the band at the top says that the data are invented. */
export const DemonstrationContext = createContext(false)
