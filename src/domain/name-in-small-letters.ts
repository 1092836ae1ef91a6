const lesser = new Set('and at by for from in le next of on or super the to under upon with'.split(' '))
const capitals =
  /^(?:UK|GB|EU|USA|LLP|PLC|CIC|CIO|CBS|IT|TV|DJ|PR|HR|[A-Z]{1,2}\d+|[^AEIOUY\d]{2,4}|(?:I{1,3}|IV|VI{0,3}|IX))$/
const notCapitals = new Set(['LTD', 'MR', 'MRS', 'DR', 'ST', 'NR'])

/**
 * A name as its owner may write it, where a registry keeps names in capitals alone: 'HARBOUR LIGHTS (UK) LTD' is 'Harbour Lights (UK) Ltd',
 * and the post town 'STOKE-ON-TRENT' is 'Stoke-on-Trent'.
 * Letters that are no word (BBQ, HSBC) stay capitals. It is a first guess for a field that a person can correct: a name that holds a small
 * letter is left as it is.
 */
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
