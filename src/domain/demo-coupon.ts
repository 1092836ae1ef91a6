/** A code for the simulated package checkout of the demonstration, in percent. Real codes are added in the admin area. */
export const demoCoupon = { code: 'GUILD15', percentOff: 15 }
