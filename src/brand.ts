import type { AccreditAfter } from './domain/assurance.ts'
import type { VatRate } from './domain/vat.ts'

/** The authority's identity, by which `BRAND_*` settings override the default. */
export type Brand = {
  name: string
  shortName: string
  /** Capital letters only. */
  prefix: string
  phone: string
  /** In E.164, for `tel:` links. */
  phoneLink: string
  email: string
  complianceEmail: string
  pressEmail: string
  address: string[]
  city: string
  toursUrl: string
  officeHours: string
  registration: string
  /** Empty where the authority is no company. */
  companyNumber: string
  /** One line; empty where it is the address. */
  registeredOffice: string
  /** A sentence on whether prices include VAT. */
  vat: string
  /** Empty where the authority is not registered for VAT. */
  vatNumber: string
  /** Empty where no VAT is charged. */
  vatRates: VatRate[]
  dataLicence: string
  /** Of SPDX, which is also that of the Open Definition. */
  dataLicenceId: string
  dataLicenceUrl: string
  accreditAfter: AccreditAfter
}

export const defaultBrand: Brand = {
  name: 'British Events Accreditation Authority',
  shortName: 'BEAA',
  prefix: 'BEAA',
  phone: '0161 496 0142',
  phoneLink: '+441614960142',
  email: 'hello@beaa.example',
  complianceEmail: 'compliance@beaa.example',
  pressEmail: 'press@beaa.example',
  address: ['3 Guild Court', 'Manchester', 'M2 7ZZ'],
  city: 'Manchester',
  toursUrl: 'https://tours.beaa.example',
  officeHours: 'Monday to Friday, 9:00 AM to 5:30 PM; closed at weekends',
  registration: 'Registered in England and Wales.',
  companyNumber: '',
  registeredOffice: '',
  vat: 'We are not registered for VAT and add none. The prices that we show are the prices you pay.',
  vatNumber: '',
  vatRates: [],
  dataLicence: 'Open Government Licence v3.0',
  dataLicenceId: 'OGL-UK-3.0',
  dataLicenceUrl: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
  accreditAfter: 'listing',
}
