/** For the formatters of `Intl`: with time zones a phone takes 20 to 40 ms to make one, and most pages need few. */
export function madeOnce<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
