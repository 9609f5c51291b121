/**
 * Asks the person to confirm that it's them. What every page can need and few visits do, so it is loaded then.
 * @returns whether they did
 */
export const requestProof = () => import('../on-demand.tsx').then(({ askForProof }) => askForProof())
