import { emailInput, phoneInput } from '#ui/field.tsx'
import { CompanySearch } from './company-search.tsx'
import { DraftText } from './draft-field.tsx'
import type { WizardForm } from './use-wizard-form.ts'

export function OrganisationStep({ form }: { form: WizardForm }) {
  return (
    <>
      <CompanySearch form={form} />
      <DraftText form={form} name="name" label="Organisation name" autoComplete="organization" maxLength={200} />
      <DraftText form={form} name="tradingName" label="Trading name" optional maxLength={200} />
      <DraftText
        form={form}
        name="companyNo"
        label="Company number"
        optional
        hint="8 characters, such as 01234567 or SC123456. Leave it empty if there is none."
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        className="max-w-60 figures"
      />
      <DraftText form={form} name="contactName" label="Contact name" autoComplete="name" maxLength={120} />
      <DraftText
        form={form}
        name="email"
        {...emailInput}
        label="Email"
        hint="We will email the outcome to this address."
      />
      <DraftText form={form} name="phone" {...phoneInput} label="Phone number" className="max-w-80" />
      <DraftText
        form={form}
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
