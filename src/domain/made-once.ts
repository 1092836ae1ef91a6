/** For the formatters of `Intl`: with time zones a phone takes 20 to 40 ms to make one, and most pages need few. */
export function madeOnce<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
