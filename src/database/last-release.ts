/** Later migrations must leave this release working (CONTRIBUTING.md, "A migration"). `without`: lower numbers that were added later. */
export const lastRelease = { version: '0.1.0', schema: 41, without: [37, 39, 40] }
