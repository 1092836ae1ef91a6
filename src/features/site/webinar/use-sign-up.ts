import { useAtom } from 'jotai'
import { honeypotName } from '../../../ui/honeypot-field.tsx'
import { ApiError, callApi } from '../../../wire/call-api.ts'
import { type FormId, type SignUpState, signUpProblems } from './rules.ts'
import { signUpAtom } from './state.ts'

/**
 * The state that both forms share, and the way to send it.
 *
 * @param answered what the server has answered with the page: it holds until the person does something.
 */
export function useSignUp(answered: SignUpState) {
  const [kept, setKept] = useAtom(signUpAtom)
  const state = kept ?? answered

  function change(more: Partial<SignUpState>) {
    setKept((before) => ({ ...(before ?? answered), ...more }))
  }

  /** Sends the name and email from one of the forms. While it runs, a second press does nothing. */
  async function send(sentFrom: FormId, honeypot: string): Promise<void> {
    if (state.busy) return
    const problems = signUpProblems(state)
    const attempt = state.attempt + 1
    change({ sentFrom, attempt, problems, notice: null, busy: problems.length === 0 })
    if (problems.length > 0) return
    try {
      const { name, email } = state
      await callApi('signUpForWebinar', { body: { name, email, [honeypotName]: honeypot } })
      change({ done: true, busy: false })
    } catch (problem) {
      const failure = problem instanceof ApiError ? problem.failure : null
      const notice = failure?.error ?? 'The sign-up could not be sent. Please try again.'
      change({ busy: false, problems: failure?.fields ?? [], notice: failure?.fields ? null : notice })
    }
  }

  return { state, change, send }
}
