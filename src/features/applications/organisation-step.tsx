import { emailInput, phoneInput } from '#ui/field.tsx'
import { CompanySearch } from './company-search.tsx'
import { DraftText } from './draft-field.tsx'

export function OrganisationStep() {
  return (
    <>
      <CompanySearch />
      <DraftText name="name" label="Organisation name" autoComplete="organization" maxLength={200} />
      <DraftText name="tradingName" label="Trading name" optional maxLength={200} />
      <DraftText
        name="companyNo"
        label="Company number"
        optional
        hint="8 characters, such as 01234567 or SC123456. Leave it empty if there is none."
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        className="max-w-60 figures"
      />
      <DraftText name="contactName" label="Contact name" autoComplete="name" maxLength={120} />
      <DraftText name="email" {...emailInput} label="Email" hint="We will email the outcome to this address." />
      <DraftText name="phone" {...phoneInput} label="Phone number" className="max-w-80" />
      <DraftText
        name="website"
        label="Website"
        optional
        autoComplete="url"
        inputMode="url"
        spellCheck={false}
        maxLength={500}
      />
    </>
  )
}
