/** Words of the partners page that an editor may change. */
export const content = {
  title: 'Partners',
  lead: 'Broadcasters, venues, insurers and professional bodies that stand behind the standard and make use of the register.',
  demonstration: 'These organisations are invented. They stand here for the demonstration only.',
  become: {
    link: 'Contact us about a partnership',
    title: 'Become a Partner',
    text: 'Partners recognise the mark, help to keep its criteria honest, and are named here. There is no fee to become one.',
    steps: [
      {
        title: 'Tell us who you are',
        text: 'Write to us with your organisation, what you do for events, and what you would like the partnership to achieve.',
      },
      {
        title: 'Meet an assessor',
        text: 'We talk through the criteria, how you would use the register, and where your interests might conflict with it.',
      },
      {
        title: 'Sign and be listed',
        text: 'A written agreement says what each side does and for how long. Then your name joins this page.',
      },
    ],
  },
} as const
