import { createContext, useContext } from 'react'
import { type Brand, defaultBrand } from '#brand.ts'
import type { Day, Pence } from '#domain/formats.ts'
import { type VatTreatment, vatTreatment, vatWords } from '#domain/vat.ts'

export const BrandContext = createContext<Brand>(defaultBrand)

export function useBrand(): Brand {
  return useContext(BrandContext)
}

/** The day that the page was made on. */
export const DayContext = createContext<Day>('')

/** 'including VAT of £8.17'; null where no VAT is charged. @param treatment of a buyer who is known, else as of everybody today. */
export function useVatWords(pence: Pence, treatment?: VatTreatment | undefined): string | null {
  const everybodys = vatTreatment(useBrand().vatRates, useContext(DayContext), null)
  return vatWords(pence, treatment ?? everybodys)
}

/** Whether the band at the top says that the data are invented. */
export const DemonstrationContext = createContext(false)
