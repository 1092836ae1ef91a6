export function isPhoneNumber(text: string): boolean {
  return /^\+?[\d\s()./-]+(?:(?:ext\.?|extension|x|#)\s*\d{1,6})?$/i.test(text) && text.replace(/\D/g, '').length >= 6
}

export const phoneSentence = 'Enter a telephone number, like 0161 496 0000 or +44 161 496 0000'
