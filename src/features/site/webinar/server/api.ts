import { answer, command } from '../../../../command.ts'
import { isFailure } from '../../../../wire/failure.ts'
import { signUpAnswer, signUpSchema } from '../schema.ts'
import { signUp, signUpLimit } from './sign-up.ts'

export const signUpForWebinar = command({
  permission: 'anyone',
  summary: 'Sign up for the webinar',
  description: 'Stored once for each email address; a second time is answered like the first.',
  schema: signUpSchema,
  answers: { 201: signUpAnswer },
  failures: { conflict: 'The webinar has started, or sign-up is closed.' },
  limit: signUpLimit,
  run: async ({ input, services }) => {
    const signed = await signUp(services, input)
    return isFailure(signed) ? signed : answer({ id: signed.id }, { status: 201 })
  },
})
