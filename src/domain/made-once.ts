/**
 * What is made when it is first asked for, and kept. For the formatters of `Intl`: with time zones a phone takes 20 to 40 ms to make one, and a
 * page shows what few of them format.
 */
export function madeOnce<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
