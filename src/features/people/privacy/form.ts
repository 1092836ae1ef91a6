import { box, emailSentence, form, text } from '#wire/define-form.ts'

export const findForm = form({
  /** Any address that may have been taken once, in small letters: text, @, text, dot, text. */
  email: {
    ...text({
      label: 'Email address of the person',
      hint: 'Make sure that the request is from them. Answer only to this address.',
      max: 254,
      required: 'Enter an email address',
      autoComplete: 'off',
      change: (address) => address.toLowerCase(),
      check: (address) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) && emailSentence,
    }),
    control: 'email',
  },
})

export const eraseForm = form({
  ...findForm.fields,
  reason: text({
    label: 'Reason',
    hint: 'Do not name anyone. The reason stays in the list below.',
    max: 300,
    required: 'Say why, for example that the person has asked',
    autoComplete: 'off',
  }),
  sure: box({
    label: 'I have sent them their data if they asked for it, and want to erase the data',
    required: 'Tick the box: this cannot be undone',
  }),
})
