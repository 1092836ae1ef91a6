import { type } from 'arktype'

/** The file that a certificate's address names: its number and `.pdf`. */
export const certificateParamsSchema = type({ file: type(/^[\w.-]{1,80}\.pdf$/i) })
