/** Texts of the privacy and cookies pages. Facts stand in `rules.ts`; have a lawyer read both before you go live. */
export const privacyContent = {
  title: 'Privacy',
  lead: 'What we hold about you, why, for how long, and how to see it, correct it or have it erased.',
  uses: [
    {
      title: 'When you apply for accreditation',
      text: 'Your organisation, your name, e-mail address, phone number and what you tell us about the event. We check the organisation against the register of companies and decide. We need this for the contract with your organisation.',
    },
    {
      title: 'When you send documents for an assessment',
      text: 'The documents, their names and when you sent them, to judge whether your event meets our criteria. Pictures lose what a camera writes into them, such as the place. Only you and our assessors can open them, and every look of ours is written down. Please send no criminal-record certificates, medical data or data about children; we delete such documents as soon as we see them.',
    },
    {
      title: 'When your event is entered in the register',
      text: 'The register is public. It shows the organiser’s name with all its entries, and the company number where Companies House has confirmed it. If you organise events as a person, without a company, search engines are kept from the page with your entries, and it goes when your data are erased.',
    },
    {
      title: 'When you pay',
      text: 'Stripe takes the payment on its own page. We never see a card number. We store what was bought, the amount and Stripe’s references, because accounts have to be kept.',
    },
    {
      title: 'When you write to us, reserve, sign up or check whether you qualify',
      text: 'What you type into the form, to answer you and to hold your place. Marketing only where you ticked its box; unticking takes one message to us.',
    },
    {
      title: 'When you report a concern',
      text: 'What you tell us, and your name and e-mail address if you give them, to look into it and to tell you how it ends. The organiser is never told who reported. Few of our staff may see it, and every look at it is recorded.',
    },
    {
      title: 'When you subscribe to press releases',
      text: 'Your e-mail address, after you have confirmed it, until you unsubscribe with the link in every mail.',
    },
    {
      title: 'When you only look',
      text: 'Nothing that identifies you. We keep no logs of addresses and use no analytics of others. Floods of requests are counted by a hash that is gone when its window ends.',
    },
  ],
  others: [
    'Stripe, for payments.',
    'Companies House, which is asked about the organisation’s name or number, not about you.',
    'An address finder, which is asked for the letters that you type into its field.',
    'The mail server that delivers our mails.',
    'Our customer management system, where one is connected: the reference and the state of an application.',
  ],
  rights: [
    'You can ask what we hold about you and get it as a file.',
    'You can have it corrected or erased. What the register or the accounts have to keep stays; we tell you what that is and why.',
    'You can object to a use, or take back a consent, at any time.',
    'You can complain to us, and to the Information Commissioner’s Office (ico.org.uk).',
  ],
} as const

export const cookiesContent = {
  title: 'Cookies',
  lead: 'Only what the site needs to work. No tracking, no advertising, nothing of anybody else’s.',
  cookies: [
    {
      name: 'mine',
      what: 'Which applications this browser may act for',
      life: 'half a year',
      when: 'You submit an application, or open a link to it that we mailed you',
    },
    {
      name: 'draft',
      what: 'Which unfinished application this browser may go on with',
      life: '60 days',
      when: 'You have given your email address in it, or open a link to it that we mailed you',
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
      what: 'This tab’s version of it, while another one waits for your choice',
      life: 'until you choose or close the tab',
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
      name: 'evidence-uploads',
      what: 'Documents that you are sending, so that a page that is loaded again goes on with them',
      life: 'until they have arrived or you cancel them; a day at most',
    },
    {
      name: 'log-checkpoint',
      what: 'How long the public log was when you last checked an entry in it',
      life: 'until you clear it',
    },
    { name: 'scroll', what: 'Where you were on a page', life: 'until you close the tab' },
    { name: 'admin-shortcuts', what: 'Whether our staff use keyboard shortcuts', life: 'until it is cleared' },
  ],
} as const
