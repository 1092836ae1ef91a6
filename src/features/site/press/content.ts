import { email, form } from '#wire/define-form.ts'

export type PressRelease = {
  id: string
  title: string
  excerpt: string
  publishedAt: string
  category: string
  /** Answered with the text of `releases/`. */
  downloadUrl: string
  featured: boolean
}

/** The database says which are shown and sent (src/features/claims/). */
export const releases: PressRelease[] = [
  {
    id: 'national-events-database',
    title: 'National Events Database opens to the public',
    excerpt:
      'Anyone can now search public events across the country by title, city or venue, and see which of them are accredited.',
    publishedAt: '2025-09-15',
    category: 'Announcement',
    downloadUrl: '/media/national-events-database.txt',
    featured: true,
  },
  {
    id: 'register-history',
    title: 'Register to show when an accreditation lapses',
    excerpt: 'Entries that have lapsed, been suspended or revoked stay in the register and say so, with the date.',
    publishedAt: '2025-06-02',
    category: 'Standards',
    downloadUrl: '/media/register-history.txt',
    featured: false,
  },
  {
    id: 'awards-submissions',
    title: 'Awards programme: submissions open each January',
    excerpt:
      'There are three categories and four criteria of equal weight. Every event with a current accreditation can enter.',
    publishedAt: '2025-01-13',
    category: 'Awards',
    downloadUrl: '/media/awards-submissions.txt',
    featured: false,
  },
]

/** What the person agreed to: kept word for word with every subscription. */
export const consent =
  'We use your address only to email you new press releases. You can unsubscribe with the link in every email.'

export const asked =
  'If the address is right, we have sent an email to it. Use the link in the email to confirm the subscription. The link works for 7 days.'

export const subscriptionForm = form(
  {
    email: email({
      label: 'Email',
      hint: 'We email you a link first to confirm your address.',
      required: 'Enter your email address',
      autoComplete: 'email',
    }),
  },
  { honeypot: true },
)

export const requestDays = 7
