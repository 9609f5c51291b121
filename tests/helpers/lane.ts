/**
 * Distinguishes `npm test` from `npm run test:all`, which alone runs files named `*.slow.test.ts` and `*.slow.spec.ts`,
 * stories that begin with `slow` instead of `test`, and whole lists and all rounds instead of a few.
 */
export const isEverything = Boolean(process.env.TEST_ALL)

/**
 * Milliseconds for which a test waits for an expected result. It never decides between right and wrong: a machine may
 * be many times slower beside other work, most of all through the hour of `npm run test:all`.
 */
export const patience = isEverything ? 900_000 : 120_000

/** @returns how often something random is tried, or its amount: in `npm test`, and in `npm run test:all` */
export function rounds(few: number, all: number): number {
  return isEverything ? all : few
}

/** @returns the part for `npm test`, or all for `npm run test:all` */
export function someOf<T>(few: readonly T[], all: readonly T[]): readonly T[] {
  return isEverything ? all : few
}

/** @returns `test` for stories of `npm run test:all` only; `npm test` doesn't even count them */
export function slowOf<Test extends object>(test: Test): Test {
  return isEverything ? test : (untold as Test)
}

/** Accepts a story, a list of them (`slow.for(…)(…)`) or anything else, and does nothing. */
const untold: object = new Proxy(() => {}, { get: () => untold, apply: () => untold })
