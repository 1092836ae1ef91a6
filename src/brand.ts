import type { AccreditAfter } from './domain/assurance.ts'

/** The authority's identity: one value, read by pages, mails, certificates and calendar files. `BRAND_*` overrides it (env.ts). */
export type Brand = {
  name: string
  /** Short form in running text and on the mark. */
  shortName: string
  /** Prefix of certificate and register numbers: capital letters only. */
  prefix: string
  phone: string
  /** `phone` in E.164, for `tel:` links. */
  phoneLink: string
  email: string
  complianceEmail: string
  pressEmail: string
  /** Postal address, one line each. */
  address: string[]
  city: string
  /** Where 'Plan My Tour' leads. */
  toursUrl: string
  officeHours: string
  registration: string
  /** Empty where the authority is no company. */
  companyNumber: string
  /** Where it is not the address; one line. */
  registeredOffice: string
  /** Whether prices hold VAT, in a sentence. */
  vat: string
  /** Under which open data may be used, and where its text is. */
  dataLicence: string
  /** Its identifier of SPDX, which is that of the Open Definition too. */
  dataLicenceId: string
  dataLicenceUrl: string
  /** When a paid entry becomes accredited: the setting ACCREDIT_AFTER. */
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
  dataLicence: 'Open Government Licence v3.0',
  dataLicenceId: 'OGL-UK-3.0',
  dataLicenceUrl: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
  accreditAfter: 'listing',
}
