import { apiPatterns } from '../../../../api-paths.ts'
import { answer, type Endpoint, endpoint } from '../../../../endpoint.ts'
import { isFailure } from '../../../../wire/failure.ts'
import { signUpAnswer, signUpSchema } from '../schema.ts'
import { signUp, signUpLimit } from './sign-up.ts'

const postSignUp = endpoint({
  method: 'POST',
  path: apiPatterns.webinarSignUps,
  id: 'signUpForWebinar',
  permission: 'anyone',
  summary: 'Sign up for the webinar',
  description: 'Stored once for each email address; a second time is answered like the first.',
  body: signUpSchema,
  answers: { 201: signUpAnswer },
  failures: { conflict: 'The webinar has started, or sign-up is closed.' },
  limit: signUpLimit,
  handle: async ({ body, services }) => {
    const signed = await signUp(services, body)
    return isFailure(signed) ? signed : answer({ id: signed.id }, { status: 201 })
  },
})

/** Sign-up for the webinar. */
export const webinarEndpoints: Endpoint[] = [postSignUp]
