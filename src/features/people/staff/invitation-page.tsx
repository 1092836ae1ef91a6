import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { TextInput } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { definePage } from '#wire/page.ts'
import { choosePasswordForm } from './rules.ts'
import type { invitation } from './server.ts'

type Data = PageData<typeof invitation>

export const page = definePage<Data>(InvitationPage, (data) =>
  data.kind === 'usable' ? 'Set your password' : endings[data.kind].title,
)

const endings = {
  used: {
    title: 'This link has been used',
    text: 'It works once, and a password was set with it. If this was not you, tell an owner of the admin area at once.',
  },
  expired: {
    title: 'This link has expired',
    text: 'It worked for 7 days. An owner of the admin area can send a new one.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Part of the link may be missing, or there is a newer link. An owner of the admin area can send a new one.',
  },
}

function InvitationPage({ data }: { data: Data }) {
  if (data.kind !== 'usable') {
    const { text } = endings[data.kind]
    return (
      <NarrowPage lead={text}>
        <p className="mt-6">
          <a href={adminHref('signIn')}>Sign in</a>
        </p>
      </NarrowPage>
    )
  }
  const { name, email, isNew } = data
  return (
    <NarrowPage
      lead={
        isNew
          ? `Welcome to the admin area, ${name}. Choose the password that you will sign in with.`
          : `Choose a new password, ${name}. Your open sessions end when you set it.`
      }
    >
      <Form
        of={choosePasswordForm}
        command="choosePassword"
        button="Set the password and continue"
        className="mt-8 flex flex-col gap-6"
      >
        <TextInput label="Email" name="email" type="email" autoComplete="username" readOnly defaultValue={email} />
      </Form>
    </NarrowPage>
  )
}
