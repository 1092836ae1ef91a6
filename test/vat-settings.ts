import { type Brand, defaultBrand } from '#brand.ts'

/** The two settings in which every price is shown and charged. */
export const vatSettings = {
  'without a VAT number': { percent: 0, brand: { ...defaultBrand } },
  'with a VAT number': {
    percent: 20,
    brand: {
      ...defaultBrand,
      vat: 'The prices that we show include VAT. Our VAT number is GB123456789.',
      vatNumber: 'GB123456789',
      vatRates: [{ from: '' as const, percent: 20 }],
    },
  },
} satisfies Record<string, { percent: number; brand: Brand }>

export type VatSetting = keyof typeof vatSettings
export const vatSettingNames = Object.keys(vatSettings) as VatSetting[]
