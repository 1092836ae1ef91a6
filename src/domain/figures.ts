const format = new Intl.NumberFormat('en-GB')

/** '1,250' from 1250. (A kept formatter: `toLocaleString` makes a new one each time, which costs more than a card's markup.) */
export function figure(value: number): string {
  return format.format(value)
}
