import { href } from '#pages.ts'
import { TitledPage } from '#ui/layout.tsx'
import { Prose, TextList } from '#ui/text.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'

const lead = 'What we have tested on this website and with what, what does not work yet, and how to tell us.'

/** What the browser tests check (test/e2e/every-page.e2e.ts and without-script.e2e.ts) and what nobody has: keep it true. */
const tested = [
  'Every public page and the main pages of an application, with axe-core 4.14 in Chromium, for the rules of WCAG 2.2 at levels A and AA: on a phone in the light theme, and on a desktop in the dark one',
  'Every public page at 320 pixels wide, with text of 200%, in forced colours and as it is printed',
  'Every public page and form without JavaScript',
  'Forms, menus, dialogs and suggestions with the keyboard alone',
  'The HTML of the pages, with html-validate',
]
const failing = [
  'No disabled person has tested the website for us yet, and neither has anybody who uses a screen reader every day. Automatic tests find only some of the problems.',
  'Only Chromium was used for the tests. We have not tested with NVDA, JAWS, VoiceOver or TalkBack, or with speech input.',
  'The points of the map cannot be reached with the keyboard. The list beside the map has the same events.',
  'A certificate is a tagged PDF. The drawn badge of a certificate and the live badges are pictures: what they say is in the text beside them, or in their text alternative.',
  'Documents that organisers send us may not be accessible. They are not public.',
  'You pay on a page of our payment provider, Stripe. We cannot change or test it.',
]

export const page = definePage<null>(AccessibilityPage, {
  title: 'Accessibility',
  description: lead,
  canonical: href('accessibility'),
})

function AccessibilityPage() {
  const { email, phone, phoneLink, officeHours } = useBrand()
  return (
    <TitledPage lead={lead}>
      <Prose className="mt-8">
        <p>
          We want everybody to be able to use this website. It is made to meet the Web Content Accessibility Guidelines
          (WCAG) version 2.2 at level AA. We tested it ourselves: no one else has audited it.
        </p>
        <h2>What we tested</h2>
        <TextList items={tested} />
        <p>We run these tests again before each new version of the website.</p>
        <h2>What does not work, or is not tested</h2>
        <TextList items={failing} />
        <h2>If something does not work for you</h2>
        <p>
          Email <a href={`mailto:${email}`}>{email}</a> or call <a href={`tel:${phoneLink}`}>{phone}</a> ({officeHours}
          ). Say which page it is, and what you use. You can apply, report a concern and get what is in the register by
          phone or email too.
        </p>
        <p>
          If our answer does not help, <a href={href('complaints')}>complain</a>. We tell you there by when we answer,
          and who looks at it. You can also ask the{' '}
          <a href="https://www.equalityadvisoryservice.com/">Equality Advisory and Support Service</a> for advice on
          your rights in Great Britain, or the <a href="https://www.equalityni.org/">Equality Commission</a> in Northern
          Ireland.
        </p>
        <p>This statement was written on 26 November 2026.</p>
      </Prose>
    </TitledPage>
  )
}
