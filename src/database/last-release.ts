/**
 * The release before this program, and the last migration that it carries: every later migration leaves it working (CONTRIBUTING.md,
 * "A migration"). Changed with each release; `docs/releases` says which commit it is.
 *
 * `without`: lower numbers that were given out then and came later.
 */
export const lastRelease = { version: '0.1.0', schema: 41, without: [37, 39, 40] }
