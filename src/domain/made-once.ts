/** Made with its first use. A phone takes 20 to 40 ms for a formatter of `Intl` with time zones, and most pages need few. */
export function madeOnce<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
