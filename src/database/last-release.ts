/**
 * The release before this program, and the last migration that it carries: every later migration leaves it working (CONTRIBUTING.md,
 * "A migration"). Changed with each release; `docs/releases` says which commit it is.
 */
export const lastRelease = { version: '0.1.0', schema: 32 }
