import { createContext, useContext } from 'react'
import { type Brand, defaultBrand } from '#brand.ts'
import type { Day } from '#domain/formats.ts'
import { vatPercentOn } from '#domain/vat.ts'

export const BrandContext = createContext<Brand>(defaultBrand)

export function useBrand(): Brand {
  return useContext(BrandContext)
}

/** The day that the page was made on. */
export const DayContext = createContext<Day>('')

/** 0 where no VAT is charged. */
export function useVatPercent(): number {
  return vatPercentOn(useBrand().vatRates, useContext(DayContext))
}

/** Whether the band at the top says that the data are invented. */
export const DemonstrationContext = createContext(false)
