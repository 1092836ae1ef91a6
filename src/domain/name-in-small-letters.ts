const lesser = new Set('and at by for from in le next of on or super the to under upon with'.split(' '))
const capitals =
  /^(?:UK|GB|EU|USA|LLP|PLC|CIC|CIO|CBS|IT|TV|DJ|PR|HR|[A-Z]{1,2}\d+|[^AEIOUY\d]{2,4}|(?:I{1,3}|IV|VI{0,3}|IX))$/
const notCapitals = new Set(['LTD', 'MR', 'MRS', 'DR', 'ST', 'NR'])

/** 'HARBOUR LIGHTS (UK) LTD' becomes 'Harbour Lights (UK) Ltd'. A first guess to correct: BBQ and HSBC stay, and names with small letters too. */
export function nameInSmallLetters(name: string): string {
  if (/\p{Ll}/u.test(name)) return name
  return name.replace(/[\p{L}\p{N}'’]+/gu, (word, at: number) => {
    if (capitals.test(word) && !notCapitals.has(word)) return word
    const small = word.toLowerCase()
    if (at > 0 && lesser.has(small)) return small
    return small
      .replace(/^\p{L}/u, (first) => first.toUpperCase())
      .replace(/^(Mc|[OD]['’])(\p{L})/u, (_, start: string, next: string) => start + next.toUpperCase())
  })
}
