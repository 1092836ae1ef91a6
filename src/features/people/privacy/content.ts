/** The facts are in `rules.ts`; have a lawyer read both before you go live. */
export const privacyContent = {
  title: 'Privacy',
  lead: 'What we hold about you, why, for how long, and how to see it, correct it or have it erased.',
  uses: [
    {
      title: 'When you apply for accreditation',
      text: 'Your organisation, your name, email address, phone number and what you tell us about the event. We check the organisation against the company registry (Companies House) and make a decision. We need this for the contract with your organisation. If we refuse, we keep codes made from the names of your company’s officers and its registered office, so that we notice them in a later application. The codes are deleted with your application.',
    },
    {
      title: 'When you send documents for an assessment',
      text: 'The documents, their names and when you sent them, to decide whether your event meets our criteria. We remove hidden data from pictures, such as where they were taken. Only you and our assessors can open the documents, and we record each time we do. Please do not send criminal record certificates, medical data or data about children. We delete such documents as soon as we see them.',
    },
    {
      title: 'When your event is entered in the register',
      text: 'The register is public. It shows the organiser’s name with all its entries, and the company number where Companies House has confirmed it. If you organise events as a person, without a company, we keep search engines from the page with your entries, and remove it when we erase your data.',
    },
    {
      title: 'When you pay',
      text: 'Stripe takes the payment on its own page. We never see a card number. We keep what you bought, the amount and Stripe’s references, because we must keep accounts.',
    },
    {
      title: 'When you write to us, reserve, sign up or check whether you qualify',
      text: 'What you type in the form, to answer you and keep your place. We only send marketing if you ticked the box. Write to us to stop it.',
    },
    {
      title: 'When you report a concern',
      text: 'What you tell us, and your name and email address if you give them, so that we can look into it and tell you the result. We never tell the organiser who reported. Only a few of our staff can see it, and we record each time they look.',
    },
    {
      title: 'When you subscribe to press releases',
      text: 'Your email address, after you confirm it and until you unsubscribe with the link in every email.',
    },
    {
      title: 'When you follow changes in the register by email',
      text: 'Your email address and what you follow, after you confirm it. We delete both when you stop with the link in any of these emails, or when several emails in a row do not arrive. We never tell anyone who follows what.',
    },
    {
      title: 'When you register a webhook',
      text: 'Your email address, the address that we send to and what you follow, until you delete them. We write to you when an endpoint is switched off.',
    },
    {
      title: 'When you ask for an API key',
      text: 'Your name or organisation and your email address, to email you the link that revokes the key, and how often the key is used, by day and call. Not what you ask for with it.',
    },
    {
      title: 'When you only visit the website',
      text: 'Nothing that identifies you. We keep no logs of network addresses and do not use analytics from other companies. To stop too many requests, we count them with a code made from the network address, and delete it soon after.',
    },
  ],
  others: [
    'Stripe, for payments.',
    'Companies House. We ask about the organisation’s name or number, not about you.',
    'An address finder. It gets the letters that you type in the address field.',
    'The mail server that delivers our emails.',
    'Our customer management system, if one is connected: the reference and the status of an application.',
  ],
  rights: [
    'You can ask what we hold about you and get it as a file.',
    'You can have it corrected or erased. We must keep some of it for the register and our accounts. We will tell you what and why.',
    'You can object to how we use it, or withdraw your consent, at any time.',
    'You can complain to us, and to the Information Commissioner’s Office (ico.org.uk).',
  ],
} as const

export const cookiesContent = {
  title: 'Cookies',
  lead: 'We only use cookies that the website needs to work. We do not use cookies for tracking or advertising, or from other companies.',
  cookies: [
    {
      name: 'mine',
      what: 'Which applications this browser can change',
      life: '6 months',
      when: 'You submit an application, or open a link to it that we emailed you',
    },
    {
      name: 'draft',
      what: 'Which unfinished application this browser can continue',
      life: '60 days',
      when: 'You give your email address in it, or open a link to it that we emailed you',
    },
    { name: 'admin', what: 'Sign-in of our staff', life: '12 hours', when: 'Our staff sign in' },
    {
      name: 'known',
      what: 'That this browser has signed in before, for our staff',
      life: '180 days',
      when: 'Our staff sign in',
    },
  ],
  storage: [
    { name: 'theme', what: 'Light or dark', life: 'until you clear it' },
    {
      name: 'application-draft',
      what: 'What you have typed into an application so far',
      life: 'until you send or delete it, at most 60 days after your last change',
    },
    {
      name: 'application-draft-step',
      what: 'The step of the application form that you left it at',
      life: 'until you send or delete the application',
    },
    {
      name: 'application-draft-aside',
      what: 'This tab’s version of it, while you choose between two versions',
      life: 'until you choose or close the tab',
    },
    {
      name: 'my-applications',
      what: 'That this browser has applications, so that the menu leads to them',
      life: 'until you sign out of them or clear it',
    },
    { name: 'approvedApplication', what: 'Which application you sent last', life: 'until you clear it' },
    { name: 'chosenRecognitionLevels', what: 'The recognition levels that you ticked', life: 'until you clear it' },
    { name: 'selectedPackage', what: 'The package that you chose', life: 'until you clear it' },
    {
      name: 'quickapply-draft, quickapply',
      what: 'Your answers to the quick check',
      life: 'until you send them or close the tab',
    },
    {
      name: 'log-checkpoint',
      what: 'How long the public log was when you last checked an entry in it',
      life: 'until you clear it',
    },
    { name: 'scroll', what: 'How far you scrolled on a page', life: 'until you close the tab' },
    { name: 'admin-shortcuts', what: 'Whether our staff use keyboard shortcuts', life: 'until it is cleared' },
  ],
} as const
