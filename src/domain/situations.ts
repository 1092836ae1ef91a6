import { unlessChecked } from './assurance.ts'

type SituationRow = {
  lead: string
  notice: { tone: 'info' | 'success' | 'warning' | 'danger'; title: string; text: string }
  mailbox?: 'questions'
  certificate?: 'ready' | 'announced'
  next: { to: 'order' | 'recognition'; label: string }
}

const orders = { to: 'order', label: 'Orders and billing' } as const
const recognition = { to: 'recognition', label: 'Recognition and assessment call' } as const
const approved = 'Your application is approved'
const unpublished = {
  notice: {
    tone: 'success',
    title: approved,
    text: 'The annual listing is paid. Your event is not published yet.',
  },
  next: { to: 'order', label: 'Paid, not published yet: see what we are waiting for' },
} as const
const notAccredited = 'Your event is not accredited at the moment.'
const askUs = 'Ask us why, and what you need to do:'

const rows = {
  submitted: {
    lead: 'Your application is under review.',
    notice: {
      tone: 'info',
      title: 'Your application is under review',
      text: 'An assessor will look at it. You can already send us the documents that your event needs.',
    },
    next: recognition,
  },
  withdrawn: {
    lead: 'You have withdrawn your application.',
    notice: {
      tone: 'info',
      title: 'You have withdrawn this application',
      text: 'Nothing more happens with it, and nothing has to be paid. You are welcome to apply again.',
    },
    next: { to: 'recognition', label: 'See the application' },
  },
  rejected: {
    lead: 'Your application was not approved.',
    notice: {
      tone: 'danger',
      title: 'Your application was not approved',
      text: 'On the evidence we have, it does not meet our criteria. You cannot choose a recognition level or book an assessment call for it.',
    },
    next: { to: 'recognition', label: 'See the application' },
  },
  payable: {
    lead: 'Your event is published once the annual listing is paid.',
    notice: {
      tone: 'success',
      title: approved,
      text: `The next step is to pay for the annual listing. Your event is then published in the register as accredited: ${unlessChecked}.`,
    },
    certificate: 'announced',
    next: recognition,
  },
  past: {
    lead: 'The date of your event has passed.',
    notice: {
      tone: 'warning',
      title: 'The date of your event has passed',
      text: 'We only accept public events that are still to come, so this application cannot be approved or paid for. If the date is wrong or has moved, correct it. Otherwise apply for your next event.',
    },
    next: { to: 'recognition', label: 'See the application' },
  },
  listable: {
    lead: 'Your event is listed once the annual listing is paid. Accreditation follows once we have checked it.',
    notice: {
      tone: 'success',
      title: approved,
      text: 'The next step is to pay for the annual listing. Your event is then published in the register as listed, with its assessment under way. It is accredited once we have checked it.',
    },
    next: recognition,
  },
  closed: {
    lead: 'Payment for this application is closed. Write to us to ask why.',
    notice: { tone: 'warning', title: 'Payment for this application is closed', text: askUs },
    mailbox: 'questions',
    next: orders,
  },
  waiting: {
    ...unpublished,
    lead: 'The annual listing is paid. Your event is not published yet.',
  },
  publishing: {
    ...unpublished,
    lead: 'The annual listing is paid; your entry in the register is being published.',
    certificate: 'announced',
  },
  active: {
    lead: 'Your accreditation is complete.',
    notice: {
      tone: 'success',
      title: 'Your event is accredited',
      text: 'It is on the register. You have nothing more to pay for the annual listing.',
    },
    certificate: 'ready',
    next: { to: 'order', label: 'Certificate, orders and billing' },
  },
  listed: {
    lead: 'Your event is listed. It is not accredited yet: its assessment is under way.',
    notice: {
      tone: 'info',
      title: 'Your event is listed, and its assessment is under way',
      text: 'It is not accredited yet. We will email you when it is, with your certificate. You have nothing more to pay for the annual listing.',
    },
    next: orders,
  },
  refused: {
    lead: 'Your event was assessed and is not accredited.',
    notice: {
      tone: 'danger',
      title: 'Your event was assessed and is not accredited',
      text: 'The page of your application and the email on the decision give the reasons and say how to appeal. Nothing more is sold for this application. It cannot be approved unless an appeal is upheld.',
    },
    next: orders,
  },
  lapsed: {
    lead: notAccredited,
    notice: {
      tone: 'warning',
      title: 'Your listing has lapsed',
      text: 'The annual listing has ended, and your event is not accredited. Renew the listing to bring the entry back.',
    },
    next: orders,
  },
  over: {
    lead: 'Your event is over, and its listing has ended.',
    notice: {
      tone: 'warning',
      title: 'Your event is over',
      text: 'The annual listing has ended too. You cannot renew the listing of a past event. Apply for your next event.',
    },
    next: orders,
  },
  unsettled: {
    lead: notAccredited,
    notice: {
      tone: 'warning',
      title: 'Your listing has lapsed',
      text: 'The register says why. If documents have run out, send the new ones: once they are accepted, the entry comes back. If your bank looks into the payment, it decides.',
    },
    next: orders,
  },
  suspended: {
    lead: notAccredited,
    notice: { tone: 'danger', title: 'Your accreditation is suspended', text: askUs },
    mailbox: 'questions',
    next: orders,
  },
  revoked: {
    lead: notAccredited,
    notice: { tone: 'danger', title: 'Your accreditation is revoked', text: askUs },
    mailbox: 'questions',
    next: orders,
  },
} as const satisfies Record<string, SituationRow>
export type Situation = keyof typeof rows
export const situations: Readonly<Record<Situation, SituationRow>> = rows
