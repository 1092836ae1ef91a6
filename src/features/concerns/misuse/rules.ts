/** A number is listed when it failed as often in as many days. */
export const often = { checks: 3, days: 30 }

/** Names that share as much of their trigrams are listed: `Harbour Lights` and `Harbor Lights` share 0.7. */
export const alike = 0.6
