/**
 * Every later migration leaves this release working (CONTRIBUTING.md, "A migration"). Changed with each release. `without`: lower numbers that came
 * later.
 */
export const lastRelease = { version: '0.1.0', schema: 41, without: [37, 39, 40] }
