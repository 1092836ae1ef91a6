export const content = {
  title: 'Partners',
  lead: 'Broadcasters, venues, insurers and professional bodies that support the scheme and use the register.',
  demonstration: 'These organisations are invented. They are shown only in this demonstration.',
  become: {
    link: 'Contact us about a partnership',
    title: 'Become a Partner',
    text: 'Partners recognise accreditation, advise on its criteria and are named here. There is no fee.',
    steps: [
      {
        title: 'Tell us who you are',
        text: 'Write to us. Tell us about your organisation, what you do for events, and what you want from a partnership.',
      },
      {
        title: 'Meet an assessor',
        text: 'We talk about the criteria, how you would use the register, and any conflicts of interest.',
      },
      {
        title: 'Sign an agreement',
        text: 'A written agreement says what each of us does and for how long. We then add your name to this page.',
      },
    ],
  },
} as const
